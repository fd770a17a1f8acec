// Calls that add, remove and move names.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/base/text.h"
#include "runtime/file_calls/file_call.h"

using namespace sleave::rt;

SLEAVE_EXPORT int mkdir(const char* path, mode_t mode) noexcept {
  SLEAVE_FILE_CALL(mkdir, (path, mode), make_folder(AT_FDCWD, path, mode));
}

SLEAVE_EXPORT int mkdirat(int start, const char* path, mode_t mode) noexcept {
  SLEAVE_FILE_CALL(mkdirat, (start, path, mode), make_folder(start, path, mode));
}

SLEAVE_EXPORT int rmdir(const char* path) noexcept {
  SLEAVE_FILE_CALL(rmdir, (path), remove_name(AT_FDCWD, path, AT_REMOVEDIR));
}

SLEAVE_EXPORT int unlink(const char* path) noexcept {
  SLEAVE_FILE_CALL(unlink, (path), remove_name(AT_FDCWD, path, 0));
}

SLEAVE_EXPORT int unlinkat(int start, const char* path, int flags) noexcept {
  SLEAVE_FILE_CALL(unlinkat, (start, path, flags), remove_name(start, path, flags));
}

namespace {
// As glibc does it.
long remove_any(const char* path) {
  const long result = remove_name(AT_FDCWD, path, 0);
  return result == -EISDIR || result == -EPERM ? remove_name(AT_FDCWD, path, AT_REMOVEDIR) : result;
}
}  // namespace

SLEAVE_EXPORT int remove(const char* path) noexcept { SLEAVE_FILE_CALL(remove, (path), remove_any(path)); }

SLEAVE_EXPORT int rename(const char* from, const char* to) noexcept {
  SLEAVE_FILE_CALL(rename, (from, to), rename_file(AT_FDCWD, from, AT_FDCWD, to, 0));
}

SLEAVE_EXPORT int renameat(int from_start, const char* from, int to_start, const char* to) noexcept {
  SLEAVE_FILE_CALL(renameat, (from_start, from, to_start, to), rename_file(from_start, from, to_start, to, 0));
}

SLEAVE_EXPORT int renameat2(int from_start, const char* from, int to_start, const char* to, unsigned flags) noexcept {
  SLEAVE_FILE_CALL(renameat2, (from_start, from, to_start, to, flags),
                   rename_file(from_start, from, to_start, to, flags));
}

SLEAVE_EXPORT int link(const char* from, const char* to) noexcept {
  SLEAVE_FILE_CALL(link, (from, to), make_link(AT_FDCWD, from, AT_FDCWD, to, 0));
}

SLEAVE_EXPORT int linkat(int from_start, const char* from, int to_start, const char* to, int flags) noexcept {
  SLEAVE_FILE_CALL(linkat, (from_start, from, to_start, to, flags), make_link(from_start, from, to_start, to, flags));
}

SLEAVE_EXPORT int symlink(const char* target, const char* path) noexcept {
  SLEAVE_FILE_CALL(symlink, (target, path), make_symbolic_link(target, AT_FDCWD, path));
}

SLEAVE_EXPORT int symlinkat(const char* target, int start, const char* path) noexcept {
  SLEAVE_FILE_CALL(symlinkat, (target, start, path), make_symbolic_link(target, start, path));
}

SLEAVE_EXPORT int mkfifo(const char* path, mode_t mode) noexcept {
  SLEAVE_FILE_CALL(mkfifo, (path, mode), make_special(AT_FDCWD, path, mode | S_IFIFO, 0));
}

SLEAVE_EXPORT int mkfifoat(int start, const char* path, mode_t mode) noexcept {
  SLEAVE_FILE_CALL(mkfifoat, (start, path, mode), make_special(start, path, mode | S_IFIFO, 0));
}

SLEAVE_EXPORT int mknod(const char* path, mode_t mode, dev_t device) noexcept {
  SLEAVE_FILE_CALL(mknod, (path, mode, device), make_special(AT_FDCWD, path, mode, device));
}

SLEAVE_EXPORT int mknodat(int start, const char* path, mode_t mode, dev_t device) noexcept {
  SLEAVE_FILE_CALL(mknodat, (start, path, mode, device), make_special(start, path, mode, device));
}

namespace {

// Shared memory has names in a directory of its own. False: this cannot be one.
bool shared_memory_path(const char* name, char* path) {
  while (*name == '/') ++name;
  const std::size_t bytes = strlen(name);
  if (bytes == 0 || bytes >= kNameBytes || strchr(name, '/') != nullptr) return false;
  Text(path, kNameBytes + 16).add("/dev/shm/").add(name);
  return true;
}

}  // namespace

SLEAVE_EXPORT int shm_open(const char* name, int flags, mode_t mode) {
  char path[kNameBytes + 16];
  if (!uses_overlay() || !shared_memory_path(name, path)) {
    if (controlled()) use_state(SLEAVE_CALL_shm_open, SLEAVE_SITE_HERE);
    return REAL(shm_open)(name, flags, mode);
  }
  return open_through_overlay(AT_FDCWD, path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode, SLEAVE_CALL_shm_open,
                              SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int shm_unlink(const char* name) {
  char path[kNameBytes + 16];
  if (!shared_memory_path(name, path)) return REAL(shm_unlink)(name);
  SLEAVE_FILE_CALL(shm_unlink, (name), remove_name(AT_FDCWD, path, 0));
}
