// Calls that ask about files.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/file_calls/file_call.h"
#include "runtime/files/content.h"

extern "C" {
ssize_t __readlink_chk(const char* path, char* text, std::size_t bytes, std::size_t room);
ssize_t __readlinkat_chk(int start, const char* path, char* text, std::size_t bytes, std::size_t room);
}

using namespace sleave::rt;

namespace {

// The same bytes under two names.
struct stat* plain(struct stat64* status) {
  static_assert(sizeof(struct stat64) == sizeof(struct stat));
  return reinterpret_cast<struct stat*>(status);
}

statx_timestamp time_of(const timespec& time) { return {time.tv_sec, static_cast<unsigned>(time.tv_nsec), {}}; }

void fill(struct statx* to, const struct stat& from) {
  *to = {};
  to->stx_mask = STATX_BASIC_STATS;
  to->stx_blksize = static_cast<unsigned>(from.st_blksize);
  to->stx_nlink = static_cast<unsigned>(from.st_nlink);
  to->stx_uid = from.st_uid;
  to->stx_gid = from.st_gid;
  to->stx_mode = static_cast<unsigned short>(from.st_mode);
  to->stx_ino = from.st_ino;
  to->stx_size = static_cast<std::uint64_t>(from.st_size);
  to->stx_blocks = static_cast<std::uint64_t>(from.st_blocks);
  to->stx_atime = time_of(from.st_atim);
  to->stx_mtime = time_of(from.st_mtim);
  to->stx_ctime = time_of(from.st_ctim);
  to->stx_rdev_major = major(from.st_rdev);
  to->stx_rdev_minor = minor(from.st_rdev);
  to->stx_dev_major = major(from.st_dev);
  to->stx_dev_minor = minor(from.st_dev);
}

long extended_status(int start, const char* path, int flags, struct statx* to) {
  constexpr int kKnown = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT | AT_STATX_SYNC_TYPE;
  if ((flags & ~kKnown) != 0) return -EINVAL;
  struct stat status;
  const long result = get_status(start, path, flags & (AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH), &status);
  if (result == 0) fill(to, status);
  return result;
}

long status_at(int start, const char* path, struct stat* status, int flags) {
  constexpr int kKnown = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT;
  return (flags & ~kKnown) != 0 ? -EINVAL : get_status(start, path, flags, status);
}

// glibc ignores bits that access() does not know.
long check_as_libc(const char* path, int wanted) {
  return check_path(AT_FDCWD, path, wanted & (R_OK | W_OK | X_OK), AT_EACCESS);
}

// The file system that a path is on, or would be: the one of the nearest directory of the disk.
const char* disk_path_near(const Inode* folder) {
  while (folder->disk_path == nullptr && folder->parent != folder) folder = folder->parent;
  return folder->disk_path;
}

long path_of_system(const char* path, const char** where) {
  Place place;
  if (const long problem = find_existing(AT_FDCWD, path, kFollow, place); problem < 0) return problem;
  *where = place.outside ? place.path : disk_path_near(place.folder);
  return 0;
}

template <typename Ask>
long ask_system(const char* path, Ask ask) {
  const char* where = nullptr;
  const long problem = path_of_system(path, &where);
  return problem < 0 ? problem : ask(where) == 0 ? 0 : -errno;
}

}  // namespace

SLEAVE_EXPORT int stat(const char* path, struct stat* status) noexcept {
  SLEAVE_FILE_CALL(stat, (path, status), get_status(AT_FDCWD, path, 0, status));
}

SLEAVE_EXPORT int stat64(const char* path, struct stat64* status) noexcept {
  SLEAVE_FILE_CALL(stat64, (path, status), get_status(AT_FDCWD, path, 0, plain(status)));
}

SLEAVE_EXPORT int lstat(const char* path, struct stat* status) noexcept {
  SLEAVE_FILE_CALL(lstat, (path, status), get_status(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, status));
}

SLEAVE_EXPORT int lstat64(const char* path, struct stat64* status) noexcept {
  SLEAVE_FILE_CALL(lstat64, (path, status), get_status(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, plain(status)));
}

SLEAVE_EXPORT int fstat(int descriptor, struct stat* status) noexcept {
  SLEAVE_FILE_CALL(fstat, (descriptor, status), get_status_of(descriptor, status));
}

SLEAVE_EXPORT int fstat64(int descriptor, struct stat64* status) noexcept {
  SLEAVE_FILE_CALL(fstat64, (descriptor, status), get_status_of(descriptor, plain(status)));
}

SLEAVE_EXPORT int fstatat(int start, const char* path, struct stat* status, int flags) noexcept {
  SLEAVE_FILE_CALL(fstatat, (start, path, status, flags), status_at(start, path, status, flags));
}

SLEAVE_EXPORT int fstatat64(int start, const char* path, struct stat64* status, int flags) noexcept {
  SLEAVE_FILE_CALL(fstatat64, (start, path, status, flags), status_at(start, path, plain(status), flags));
}

SLEAVE_EXPORT int statx(int start, const char* path, int flags, unsigned mask, struct statx* status) noexcept {
  SLEAVE_FILE_CALL(statx, (start, path, flags, mask, status), extended_status(start, path, flags, status));
}

SLEAVE_EXPORT int access(const char* path, int wanted) noexcept {
  SLEAVE_FILE_CALL(access, (path, wanted), check_path(AT_FDCWD, path, wanted, 0));
}

SLEAVE_EXPORT int faccessat(int start, const char* path, int wanted, int flags) noexcept {
  SLEAVE_FILE_CALL(faccessat, (start, path, wanted, flags), check_path(start, path, wanted, flags));
}

SLEAVE_EXPORT int euidaccess(const char* path, int wanted) noexcept {
  SLEAVE_FILE_CALL(euidaccess, (path, wanted), check_as_libc(path, wanted));
}

SLEAVE_EXPORT int eaccess(const char* path, int wanted) noexcept {
  SLEAVE_FILE_CALL(eaccess, (path, wanted), check_as_libc(path, wanted));
}

SLEAVE_EXPORT ssize_t readlink(const char* path, char* text, std::size_t bytes) noexcept {
  SLEAVE_FILE_CALL(readlink, (path, text, bytes), read_link(AT_FDCWD, path, text, bytes));
}

SLEAVE_EXPORT ssize_t readlinkat(int start, const char* path, char* text, std::size_t bytes) noexcept {
  SLEAVE_FILE_CALL(readlinkat, (start, path, text, bytes), read_link(start, path, text, bytes));
}

SLEAVE_EXPORT ssize_t __readlink_chk(const char* path, char* text, std::size_t bytes, std::size_t room) {
  if (bytes > room) return REAL(__readlink_chk)(path, text, bytes, room);
  SLEAVE_FILE_CALL(__readlink_chk, (path, text, bytes, room), read_link(AT_FDCWD, path, text, bytes));
}

SLEAVE_EXPORT ssize_t __readlinkat_chk(int start, const char* path, char* text, std::size_t bytes, std::size_t room) {
  if (bytes > room) return REAL(__readlinkat_chk)(start, path, text, bytes, room);
  SLEAVE_FILE_CALL(__readlinkat_chk, (start, path, text, bytes, room), read_link(start, path, text, bytes));
}

// File systems: of a file with contents of its own, the one it would be on.

#define SLEAVE_SYSTEM_CALLS(function, type)                                                                         \
  SLEAVE_EXPORT int function(const char* path, struct type* system) noexcept {                                      \
    SLEAVE_FILE_CALL(function, (path, system),                                                                      \
                     ask_system(path, [&](const char* where) { return REAL(function)(where, system); }));           \
  }                                                                                                                 \
  SLEAVE_EXPORT int f##function(int descriptor, struct type* system) noexcept {                                     \
    SLEAVE_FILE_CALL(f##function, (descriptor, system), system_of(descriptor, [&](const char* where, int number) {  \
                       return where != nullptr ? REAL(function)(where, system) : REAL(f##function)(number, system); \
                     }));                                                                                           \
  }

namespace {

// Of new files nobody remembers the directory: the root's will do.
template <typename Ask>
long system_of(int descriptor, Ask ask) {
  const Inode* inode = inode_of(descriptor);
  const char* where = inode == nullptr || !inode->has_content() ? nullptr
                      : inode->disk_path != nullptr             ? inode->disk_path
                                                                : disk_path_near(current_folder());
  return ask(where, descriptor) == 0 ? 0 : -errno;
}

}  // namespace

SLEAVE_SYSTEM_CALLS(statfs, statfs)
SLEAVE_SYSTEM_CALLS(statfs64, statfs64)
SLEAVE_SYSTEM_CALLS(statvfs, statvfs)
SLEAVE_SYSTEM_CALLS(statvfs64, statvfs64)
