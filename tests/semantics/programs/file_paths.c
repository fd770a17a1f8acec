/* COVERS: calls on paths: names made, moved and removed, questions about files, permissions, owners, times, sizes */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "say.h"

ssize_t __readlink_chk(const char* path, char* text, size_t bytes, size_t room);
ssize_t __readlinkat_chk(int start, const char* path, char* text, size_t bytes, size_t room);
char* __realpath_chk(const char* path, char* result, size_t room);
char* __getcwd_chk(char* path, size_t bytes, size_t room);

static char folder[] = "/tmp/sleave-paths-XXXXXX";
static char text[4096];

static void fill(const char* path, const char* content) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  RESULT(write(file, content, strlen(content)));
  RESULT(close(file));
}

static void names(int start) {
  fill("one", "first");
  RESULT(mkdir("inner", 0750));
  RESULT(mkdir("inner", 0750));
  RESULT(mkdirat(start, "inner/deep", 0700));
  RESULT(rename("one", "inner/two"));
  RESULT(renameat(start, "inner/two", start, "one"));
  RESULT(renameat2(start, "one", start, "inner", 1)); /* RENAME_NOREPLACE */
  RESULT(rename("inner", "inner/deep/x"));
  RESULT(link("one", "same"));
  RESULT(linkat(start, "one", start, "inner/same", 0));
  RESULT(symlink("one", "points"));
  RESULT(symlinkat("nowhere", start, "inner/points"));
  RESULT(symlink("circle/", "circle"));
  RESULT(open("circle", O_WRONLY | O_CREAT, 0600));
  RESULT(open("circle/", O_WRONLY | O_CREAT | O_EXCL, 0600));
  RESULT(open("circle", O_WRONLY));
  RESULT(unlink("circle"));
  RESULT(rmdir("inner"));
  RESULT(remove("inner/deep"));
  RESULT(remove("inner/deep"));
  RESULT(unlink("inner"));
  RESULT(mknod("made", S_IFREG | 0600, 0));
  RESULT(mknodat(start, "made", S_IFREG | 0600, 0));
}

/* Under Sleave not in a directory that is only in memory. */
static void pipes(int start) {
  char pipe_path[sizeof folder + 8];
  snprintf(pipe_path, sizeof pipe_path, "%s-pipe", folder);
  RESULT(mkfifo(pipe_path, 0600));
  RESULT(mkfifoat(start, pipe_path, 0600));
  RESULT(unlink(pipe_path));
  RESULT(unlink(pipe_path));
}

static void show(const struct stat* status) {
  printf("%o links %ld bytes %ld\n", status->st_mode, (long)status->st_nlink, (long)status->st_size);
}

static void questions(int start) {
  struct stat status;
  struct stat64 status64;
  struct statx extended;
  const int file = open("one", O_RDWR);
  RESULT(stat("one", &status));
  show(&status);
  RESULT(stat64("points", &status64));
  VALUE(status64.st_size);
  RESULT(lstat("points", &status));
  show(&status);
  RESULT(lstat64("inner/points", &status64));
  VALUE(status64.st_size);
  RESULT(fstat(file, &status));
  show(&status);
  RESULT(fstat64(file, &status64));
  VALUE(status64.st_size);
  RESULT(fstatat(start, "inner/points", &status, 0));
  RESULT(fstatat64(start, "inner/same", &status64, 0));
  VALUE(status64.st_nlink);
  RESULT(statx(start, "one", 0, STATX_BASIC_STATS, &extended));
  VALUE(extended.stx_size);
  VALUE(extended.stx_nlink);
  RESULT(access("one", R_OK | W_OK));
  RESULT(access("none", F_OK));
  RESULT(faccessat(start, "inner/same", F_OK, AT_EACCESS));
  RESULT(euidaccess("one", X_OK));
  RESULT(eaccess("one", 8));
  RESULT(readlink("points", text, sizeof text));
  RESULT(readlinkat(start, "inner/points", text, 3));
  RESULT(__readlink_chk("points", text, 2, sizeof text));
  RESULT(__readlinkat_chk(start, "one", text, 2, sizeof text));
  RESULT(close(file));
}

static void systems(int file) {
  struct statfs old;
  struct statfs64 old64;
  struct statvfs now;
  struct statvfs64 now64;
  RESULT(statfs("one", &old));
  RESULT(statfs64("one", &old64));
  VALUE(old.f_type == old64.f_type);
  RESULT(fstatfs(file, &old));
  RESULT(fstatfs64(file, &old64));
  RESULT(statvfs("none", &now));
  RESULT(statvfs64("one", &now64));
  RESULT(fstatvfs(file, &now));
  RESULT(fstatvfs64(file, &now64));
  VALUE(now.f_namemax == now64.f_namemax);
}

static void mode_of(const char* path) {
  struct stat status;
  RESULT(lstat(path, &status));
  VALUE(status.st_mode);
}

static void permissions(int start, int file) {
  RESULT(chmod("one", 0640));
  RESULT(fchmod(file, 0604));
  RESULT(fchmodat(start, "inner", 0711, 0));
  RESULT(chmod("none", 0640));
  RESULT(fchmod(-1, 0640));
  mode_of("same");
  mode_of("inner");
  RESULT(chown("one", (uid_t)-1, (gid_t)-1));
  RESULT(fchown(file, getuid(), (gid_t)-1));
  RESULT(lchown("points", (uid_t)-1, getgid()));
  RESULT(fchownat(start, "none", 0, 0, 0));
}

static long changed(const char* path) {
  struct stat status;
  return lstat(path, &status) == 0 ? status.st_mtim.tv_sec : -1;
}

static void times(int start, int file) {
  const struct timespec fine[2] = {{1, 0}, {2, 5}};
  const struct timeval coarse[2] = {{3, 0}, {4, 5}};
  const struct timeval wrong[2] = {{3, 0}, {4, 5000000}};
  const struct utimbuf old = {5, 6};
  RESULT(utimensat(start, "one", fine, 0));
  VALUE(changed("same"));
  RESULT(futimens(file, fine));
  RESULT(utimes("one", coarse));
  VALUE(changed("one"));
  RESULT(utimes("one", wrong));
  RESULT(lutimes("points", coarse));
  VALUE(changed("points"));
  RESULT(futimes(file, coarse));
  RESULT(futimesat(start, "none", coarse));
  RESULT(utime("one", &old));
  VALUE(changed("one"));
}

static long bytes_of(const char* path) {
  struct stat status;
  return stat(path, &status) == 0 ? status.st_size : -1;
}

static void sizes(int file) {
  RESULT(truncate("one", 100));
  VALUE(bytes_of("same"));
  RESULT(truncate64("one", -1));
  RESULT(truncate64("inner", 5));
  RESULT(ftruncate(file, 50));
  RESULT(ftruncate64(file, 40));
  VALUE(lseek(file, 0, SEEK_END));
  VALUE(lseek64(file, 0, SEEK_SET));
  RESULT(lseek(file, -1, SEEK_SET));
  ERROR(posix_fallocate(file, 0, 60));
  ERROR(posix_fallocate64(file, 0, 0));
  RESULT(fallocate(file, 0, 0, 70));
  RESULT(fallocate64(file, FALLOC_FL_KEEP_SIZE, 0, 90));
  VALUE(bytes_of("one"));
}

static void copies(int file) {
  const int other = open("other", O_RDWR | O_CREAT, 0600);
  off64_t from = 1;
  RESULT(pwrite(file, "0123456789", 10, 0));
  RESULT(copy_file_range(file, &from, other, NULL, 5, 0));
  VALUE(from);
  RESULT(pread(other, text, 5, 0));
  VALUE(memcmp(text, "12345", 5));
  RESULT(close(other));
}

static void places(void) {
  char* path = realpath("inner/../points", NULL);
  VALUE(strcmp(path + strlen(folder), "/one"));
  free(path);
  VALUE(strcmp(__realpath_chk(".", text, sizeof text), folder));
  path = canonicalize_file_name("inner");
  VALUE(strcmp(path + strlen(folder), "/inner"));
  free(path);
  VALUE(realpath("none/x", text) == NULL);
  RESULT(chdir("inner"));
  path = get_current_dir_name();
  VALUE(strcmp(path + strlen(folder), "/inner"));
  free(path);
  VALUE(__getcwd_chk(text, 3, sizeof text) == NULL);
  RESULT(chdir(folder));
}

static void clean(void) {
  static const char* const kNames[] = {"one", "same", "points", "made", "other", "inner/same", "inner/points"};
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; ++i) RESULT(unlink(kNames[i]));
  RESULT(rmdir("inner"));
  RESULT(rmdir(folder));
}

int main(void) {
  umask(022);
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
  const int start = open(".", O_RDONLY | O_DIRECTORY);
  names(start);
  pipes(start);
  questions(start);
  const int file = open("one", O_RDWR);
  systems(file);
  permissions(start, file);
  times(start, file);
  sizes(file);
  copies(file);
  places();
  clean();
  return 0;
}
