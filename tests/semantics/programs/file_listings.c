/* COVERS: reading directories, temporary files and names, streams that are opened again, shared memory with a name */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "say.h"

static char folder[] = "/tmp/sleave-lists-XXXXXX";

static void temporary(void) {
  char first[] = "a-XXXXXX", second[] = "b-XXXXXX", third[] = "c-XXXXXX", fourth[] = "d-XXXXXX";
  char with_suffix[] = "e-XXXXXX.txt", with_suffix64[] = "f-XXXXXX.txt", wrong[] = "g-XXXXX";
  char flagged[] = "h-XXXXXX.c", flagged64[] = "i-XXXXXX.c", name[] = "j-XXXXXX";
  VALUE(mkstemp(first) >= 0);
  VALUE(mkstemp64(second) >= 0);
  VALUE(mkostemp(third, O_APPEND) >= 0);
  VALUE(mkostemp64(fourth, O_CLOEXEC) >= 0);
  VALUE(mkstemps(with_suffix, 4) >= 0);
  VALUE(mkstemps64(with_suffix64, 4) >= 0);
  VALUE(mkostemps(flagged, 2, O_APPEND) >= 0);
  VALUE(mkostemps64(flagged64, 2, O_APPEND) >= 0);
  RESULT(mkstemp(wrong));
  VALUE(strcmp(with_suffix + 8, ".txt"));
  VALUE(access(first, R_OK | W_OK));
  VALUE(access(mktemp(name), F_OK));
  char own[L_tmpnam];
  VALUE(access(tmpnam(own), F_OK));
}

static void streams(void) {
  char line[16] = "";
  FILE* nameless = tmpfile();
  FILE* nameless64 = tmpfile64();
  VALUE(fputs("kept", nameless) >= 0);
  rewind(nameless);
  VALUE(fgets(line, sizeof line, nameless) != NULL);
  say(line);
  const int before = fileno(nameless64);
  VALUE(freopen("again", "w", nameless64) == nameless64);
  VALUE(fileno(nameless64) == before);
  VALUE(fputs("line\n", nameless64) >= 0);
  VALUE(freopen64("again", "r", nameless64) == nameless64);
  VALUE(fgets(line, sizeof line, nameless64) != NULL);
  VALUE(strcmp(line, "line\n"));
  VALUE(freopen("none/x", "r", nameless64) == NULL);
  RESULT(fclose(nameless));
}

static int is_plain(const struct dirent* entry) { return entry->d_name[0] != '.'; }
static int is_plain64(const struct dirent64* entry) { return entry->d_name[0] != '.'; }

static long count(DIR* list) {
  long names = 0;
  while (readdir(list) != NULL) ++names;
  return names;
}

static void listings(void) {
  DIR* list = opendir(".");
  const long all = count(list);
  VALUE(all);
  rewinddir(list);
  VALUE(readdir(list) != NULL);
  const long place = telldir(list);
  const struct dirent64* next = readdir64(list);
  const unsigned long second = next->d_ino;
  seekdir(list, place);
  VALUE(readdir64(list)->d_ino == second);
  VALUE(dirfd(list) > 2);
  RESULT(closedir(list));
  list = fdopendir(open(".", O_RDONLY | O_DIRECTORY));
  struct dirent entry, *result;
  struct dirent64 entry64, *result64;
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  ERROR(readdir_r(list, &entry, &result));
  ERROR(readdir64_r(list, &entry64, &result64));
  VALUE(result == &entry && result64 == &entry64);
  VALUE(count(list) == all - 2);
  RESULT(closedir(list));
  VALUE(opendir("none") == NULL);
  VALUE(opendir("again") == NULL);
  VALUE(fdopendir(-1) == NULL);
}

static void scans(void) {
  struct dirent** names;
  struct dirent64** names64;
  const int found = scandir(".", &names, is_plain, alphasort);
  VALUE(found);
  printf("%.2s %.2s\n", names[0]->d_name, names[found - 1]->d_name);
  for (int i = 0; i < found; ++i) {
    RESULT(unlink(names[i]->d_name));
    free(names[i]);
  }
  free(names);
  RESULT(scandir64(".", &names64, is_plain64, alphasort64));
  free(names64);
  RESULT(scandir("none", &names, NULL, NULL));
}

static void shared(void) {
  char name[64];
  snprintf(name, sizeof name, "/sleave-lists-%d", (int)getpid());
  const int memory = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
  VALUE(memory >= 0);
  RESULT(shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
  RESULT(ftruncate(memory, 4096));
  char* at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  at[7] = 'x';
  char seen = 0;
  RESULT(pread(memory, &seen, 1, 7));
  VALUE(seen);
  RESULT(munmap(at, 4096));
  RESULT(shm_unlink(name) == 0);
  RESULT(shm_unlink(name) == -1 && errno == ENOENT);
  RESULT(shm_open("/a/b", O_RDWR, 0));
}

int main(void) {
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
  temporary();
  streams();
  listings();
  scans();
  shared();
  RESULT(rmdir(folder));
  return 0;
}
