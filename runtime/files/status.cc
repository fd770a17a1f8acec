// Questions about files.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/descriptor/file_use.h"
#include "runtime/files/content.h"
#include "runtime/files/operations.h"
#include "runtime/files/permission.h"
#include "runtime/record/escape.h"

namespace sleave::rt {

namespace {

unsigned walk_flags(int flags) {
  return ((flags & AT_SYMLINK_NOFOLLOW) == 0 ? kFollow : 0) | ((flags & AT_EMPTY_PATH) != 0 ? kNothing | kAnyStart : 0);
}

bool means_descriptor(int start, const char* path, int flags) {
  return (flags & AT_EMPTY_PATH) != 0 && path != nullptr && *path == 0 && start != AT_FDCWD;
}

// A search does not try other orders of sleeps and changes of files.
void show_times(const Inode* inode) {
  if (inode->has_time_of_sleep) record_late_escape(SLEAVE_ESCAPE_file_times, "stat", 0, 0);
}

}  // namespace

long get_status_of(int descriptor, struct stat* status) {
  Inode* inode = inode_of(descriptor);
  if (inode != nullptr) note_file_use(inode->label, SLEAVE_FILE_READ);
  if (inode == nullptr || (!inode->kept && !inode->has_content())) {
    return raw_call(__NR_fstat, descriptor, reinterpret_cast<long>(status));
  }
  *status = status_of(inode);
  show_times(inode);
  return 0;
}

long get_status(int start, const char* path, int flags, struct stat* status) {
  if (means_descriptor(start, path, flags)) return get_status_of(start, status);
  Place place;
  if (const long problem = find_existing(start, path, walk_flags(flags), place); problem < 0) {
    note_file_use(0, 0);
    return problem;
  }
  if (place.outside) {
    return raw_call(__NR_newfstatat, AT_FDCWD, reinterpret_cast<long>(place.path), reinterpret_cast<long>(status),
                    flags & AT_SYMLINK_NOFOLLOW);
  }
  *status = status_of(place.inode);
  show_times(place.inode);
  note_file_use(place.inode->label, SLEAVE_FILE_READ);
  return 0;
}

long check_path(int start, const char* path, int wanted, int flags) {
  if ((wanted & ~(R_OK | W_OK | X_OK)) != 0) return -EINVAL;
  if ((flags & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0) return -EINVAL;
  Place place;
  if (const long problem = find_existing(start, path, walk_flags(flags), place); problem < 0) return problem;
  if (place.outside) {
    return raw_call(__NR_faccessat2, AT_FDCWD, reinterpret_cast<long>(place.path), wanted,
                    flags & (AT_EACCESS | AT_SYMLINK_NOFOLLOW));
  }
  return check_access(place.inode, wanted, (flags & AT_EACCESS) == 0);
}

long read_link(int start, const char* path, char* text, std::size_t bytes) {
  if (static_cast<ssize_t>(bytes) <= 0) return -EINVAL;
  Place place;
  if (const long problem = find_existing(start, path, kNothing | kAnyStart, place); problem < 0) return problem;
  if (place.outside) {
    return raw_call(__NR_readlink, reinterpret_cast<long>(place.path), reinterpret_cast<long>(text),
                    static_cast<long>(bytes));
  }
  if (!place.inode->is_link()) return *path == 0 ? -ENOENT : -EINVAL;
  return read_target(place.inode, text, bytes);
}

}  // namespace sleave::rt
