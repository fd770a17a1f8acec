#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/descriptor/table.h"
#include "runtime/files/content.h"
#include "runtime/files/operations.h"
#include "runtime/files/own_status.h"
#include "runtime/files/permission.h"

namespace sleave::rt {

namespace {

constexpr int kTemporary = O_TMPFILE & ~O_DIRECTORY;

OpenedFile failed(long problem) { return {problem, nullptr}; }

bool writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0; }

int wanted_by(int flags) {
  constexpr int kWanted[] = {R_OK, W_OK, R_OK | W_OK, R_OK | W_OK};
  return kWanted[flags & O_ACCMODE] | ((flags & O_TRUNC) != 0 ? W_OK : 0);
}

OpenedFile open_outside(const char* path, int flags, mode_t mode) {
  if ((flags & (O_ACCMODE | O_PATH | O_DIRECTORY)) == O_RDONLY && is_own_status(path)) {
    return {open_own_status(path, flags), nullptr};
  }
  return {raw_call(__NR_open, reinterpret_cast<long>(path), flags, mode), nullptr};
}

// A directory that is only in memory: the kernel needs some directory behind the number.
OpenedFile open_folder(Inode* folder, int flags) {
  const char* path = folder->disk_path != nullptr ? folder->disk_path : "/";
  const int kept = flags & (O_PATH | O_CLOEXEC | O_NONBLOCK | O_DIRECTORY | O_APPEND);
  return {raw_call(__NR_open, reinterpret_cast<long>(path), kept, 0), folder};
}

// Nobody can say what the overlay could not hold.
OpenedFile open_regular(Inode* file, int flags) {
  if (writes(flags) && (flags & O_PATH) == 0) {
    const bool needed = (flags & O_TRUNC) == 0;
    const long problem = own_content(file, needed);
    if (problem == -EFBIG && file->disk_path != nullptr) return open_outside(file->disk_path, flags & ~O_CREAT, 0);
    if (problem < 0) return failed(problem);
  }
  const long number = open_content(file, flags);
  if (number >= 0 && (flags & O_TRUNC) != 0) content_written(file);
  return {number, file};
}

// Flags of open() that concern what is there.
long check_existing(Inode* inode, int flags) {
  if ((flags & O_CREAT) != 0 && inode->is_folder()) return -EISDIR;
  if ((flags & O_DIRECTORY) != 0 && !inode->is_folder()) return -ENOTDIR;
  if ((flags & O_PATH) != 0) return 0;
  if (inode->is_link()) return -ELOOP;
  if (inode->is_folder() && writes(flags)) return -EISDIR;
  if (const long problem = check_access(inode, wanted_by(flags)); problem < 0) return problem;
  return (flags & O_NOATIME) != 0 && !is_owner(inode) ? -EPERM : 0;
}

// A symbolic link of the overlay cannot be opened as a link (O_PATH): the kernel does not have it.
OpenedFile open_link(const Inode* link, int flags) {
  if (link->disk_path == nullptr) return failed(-EOPNOTSUPP);
  return open_outside(link->disk_path, flags | O_NOFOLLOW, 0);
}

OpenedFile open_existing(Inode* inode, int flags) {
  if (const long problem = check_existing(inode, flags); problem < 0) return failed(problem);
  if (inode->is_folder()) return open_folder(inode, flags);
  if (inode->is_link()) return open_link(inode, flags);
  if (inode->is_special()) return open_outside(inode->disk_path, flags & ~(O_CREAT | O_EXCL), 0);
  return open_regular(inode, flags);
}

mode_t new_mode(mode_t mode) { return S_IFREG | (mode & 07777 & ~current_mask()); }

// Whoever makes a file may use it as he asked for, whatever its mode says.
OpenedFile open_fresh(Inode* folder, int flags, mode_t mode) {
  Inode* file = make_inode(folder, new_mode(mode));
  const long content = own_content(file, false);
  if (content < 0) return failed(content);
  const long number = open_content(file, flags & ~O_TRUNC);
  if (number < 0) content_unused(file);
  return {number, file};
}

OpenedFile create(Place& place, int flags, mode_t mode) {
  if (const long problem = check_change(place.folder); problem < 0) return failed(problem);
  const OpenedFile fresh = open_fresh(place.folder, flags, mode);
  if (fresh.number < 0) return fresh;
  fresh.file->status.st_nlink = 1;
  set_entry(place.folder, place.name, fresh.file);
  stamp_content(place.folder);
  return fresh;
}

// With O_CREAT a link at the end is followed, and what it names made if it is not there.
OpenedFile open_or_create(int start, const char* path, int flags, mode_t mode) {
  Place place;
  const bool follows = (flags & (O_EXCL | O_NOFOLLOW)) == 0;
  const long problem = find_place(start, path, kCreates | (follows ? kFollow : kForChange), place);
  if (problem < 0) return failed(problem);
  if (place.late < 0) return failed(place.late);
  if (place.outside) return open_outside(place.path, flags, mode);
  const bool exclusive = (flags & O_EXCL) != 0;
  if (place.last != LastName::normal) return failed(exclusive ? -EEXIST : -EISDIR);
  if (place.slash) return failed(-EISDIR);
  if (place.inode == nullptr) return create(place, flags, mode);
  return exclusive ? failed(-EEXIST) : open_existing(place.inode, flags);
}

OpenedFile open_temporary(int start, const char* path, int flags, mode_t mode) {
  if ((flags & O_ACCMODE) == O_RDONLY) return failed(-EINVAL);
  Place place;
  if (const long problem = find_existing(start, path, kFollow, place); problem < 0) return failed(problem);
  if (place.outside) return open_outside(place.path, flags, mode);
  if (!place.inode->is_folder()) return failed(-ENOTDIR);
  if (const long problem = check_change(place.inode); problem < 0) return failed(problem);
  return open_nameless(place.inode, flags, mode);
}

// /proc/self/fd/7 of a file of ours: another open file for the same contents.
int number_in(const char* path) {
  static constexpr const char* kFolders[] = {"/proc/self/fd/", "/dev/fd/", "/proc/thread-self/fd/"};
  for (const char* before : kFolders) {
    const std::size_t bytes = strlen(before);
    if (strncmp(path, before, bytes) != 0 || path[bytes] == 0) continue;
    int number = 0;
    for (const char* digit = path + bytes; *digit != 0; ++digit) {
      if (*digit < '0' || *digit > '9' || number > kMostDescriptors) return -1;
      number = number * 10 + (*digit - '0');
    }
    return number;
  }
  return -1;
}

}  // namespace

OpenedFile open_nameless(Inode* folder, int flags, mode_t mode) {
  return open_fresh(folder, flags & ~(kTemporary | O_DIRECTORY | O_EXCL), mode);
}

OpenedFile open_file(int start, const char* path, int flags, mode_t mode) {
  if (path == nullptr) return failed(-EFAULT);
  if ((flags & O_PATH) != 0) flags &= O_DIRECTORY | O_NOFOLLOW | O_PATH | O_CLOEXEC;
  if ((flags & O_TMPFILE) == O_TMPFILE) return open_temporary(start, path, flags, mode);
  if ((flags & O_CREAT) != 0) {
    if ((flags & O_DIRECTORY) != 0) return failed(-EINVAL);
    return open_or_create(start, path, flags, mode);
  }
  if (const int number = number_in(path); number >= 0) {
    const Opened* what = known_descriptor(number);
    if (what != nullptr && what->file != nullptr && (flags & O_NOFOLLOW) == 0) return open_existing(what->file, flags);
  }
  Place place;
  const unsigned follow = (flags & O_NOFOLLOW) == 0 ? kFollow : 0;
  if (const long problem = find_existing(start, path, follow, place); problem < 0) return failed(problem);
  if (place.outside) return open_outside(place.path, flags, mode);
  return open_existing(place.inode, flags);
}

}  // namespace sleave::rt
