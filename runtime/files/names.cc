// Names added, removed and moved.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/fatal.h"
#include "runtime/base/raw.h"
#include "runtime/files/content.h"
#include "runtime/files/operations.h"
#include "runtime/files/permission.h"

namespace sleave::rt {

namespace {

// Where a new name can be. For what is no directory a slash at the end is an error.
long find_new(int start, const char* path, bool folder, Place& place) {
  if (const long problem = find_for_change(start, path, place); problem < 0 || place.outside) return problem;
  if (place.last != LastName::normal || place.inode != nullptr) return -EEXIST;
  if (place.slash && !folder) return -ENOENT;
  return 0;
}

// File systems that do not count subdirectories say 1.
void count_folder(Inode* parent, int change) {
  if (parent->status.st_nlink > 1) parent->status.st_nlink += static_cast<nlink_t>(change);
}

void add(Place& place, Inode* inode) {
  set_entry(place.folder, place.name, inode);
  stamp_content(place.folder);
  if (inode->is_folder()) count_folder(place.folder, 1);
}

void lose_name(Inode* inode) {
  if (inode->is_folder()) {
    inode->removed = true;
    inode->status.st_nlink = 0;
    stamp_change(inode);
    return;
  }
  --inode->status.st_nlink;
  stamp_change(inode);
  content_unused(inode);
}

void remove(Place& place) {
  set_entry(place.folder, place.name, nullptr);
  stamp_content(place.folder);
  if (place.inode->is_folder()) count_folder(place.folder, -1);
  lose_name(place.inode);
}

bool is_mount_point(const Place& place) { return place.inode->status.st_dev != place.folder->status.st_dev; }

long check_empty(Inode* folder) {
  bool empty = true;
  const long problem = is_empty_folder(folder, &empty);
  return problem < 0 ? problem : empty ? 0 : -ENOTEMPTY;
}

long remove_folder(Place& place) {
  if (place.last != LastName::normal) {
    return place.last == LastName::dot ? -EINVAL : place.last == LastName::dot_dot ? -ENOTEMPTY : -EBUSY;
  }
  if (place.inode == nullptr) return -ENOENT;
  if (const long problem = check_remove(place.folder, place.inode); problem < 0) return problem;
  if (!place.inode->is_folder()) return -ENOTDIR;
  if (is_mount_point(place)) return -EBUSY;
  if (const long problem = check_empty(place.inode); problem < 0) return problem;
  remove(place);
  return 0;
}

// Pipes, sockets and devices are the kernel's, and so are their names.
long remove_special(const Place& place) {
  return raw_call(__NR_unlink, reinterpret_cast<long>(place.inode->disk_path));
}

long remove_file(Place& place) {
  if (place.last != LastName::normal) return -EISDIR;
  if (place.inode == nullptr) return -ENOENT;
  if (place.slash) return place.inode->is_folder() ? -EISDIR : -ENOTDIR;
  if (const long problem = check_remove(place.folder, place.inode); problem < 0) return problem;
  if (place.inode->is_folder()) return -EISDIR;
  if (place.inode->is_special()) return remove_special(place);
  remove(place);
  return 0;
}

bool is_below(const Inode* folder, const Inode* above) {
  for (; folder != above; folder = folder->parent) {
    if (folder->parent == folder) return false;
  }
  return true;
}

struct Rename {
  Place from;
  Place to;
  unsigned flags;

  [[nodiscard]] bool exchanges() const { return (flags & RENAME_EXCHANGE) != 0; }
  [[nodiscard]] bool keeps() const { return (flags & RENAME_NOREPLACE) != 0; }
};

long check_names(const Rename& rename) {
  const Place& from = rename.from;
  const Place& to = rename.to;
  if (from.folder->status.st_dev != to.folder->status.st_dev) return -EXDEV;
  if (from.last != LastName::normal) return -EBUSY;
  if (to.last != LastName::normal) return rename.keeps() ? -EEXIST : -EBUSY;
  if (from.late < 0) return from.late;
  if (from.inode == nullptr) return -ENOENT;
  if (to.late < 0) return to.late;
  if (rename.keeps() && to.inode != nullptr) return -EEXIST;
  if (rename.exchanges()) {
    if (to.inode == nullptr) return -ENOENT;
    if (!to.inode->is_folder() && to.slash) return -ENOTDIR;
  }
  if (!from.inode->is_folder() && (from.slash || (!rename.exchanges() && to.slash))) return -ENOTDIR;
  if (from.inode->is_folder() && is_below(to.folder, from.inode)) return -EINVAL;
  if (to.inode != nullptr && to.inode->is_folder() && is_below(from.folder, to.inode)) {
    return rename.exchanges() ? -EINVAL : -ENOTEMPTY;
  }
  return 0;
}

// Its entry ".." changes with the parent.
long check_move(const Place& place, const Inode* to) {
  if (!place.inode->is_folder() || place.folder == to) return 0;
  return check_access(place.inode, W_OK);
}

long check_target(const Rename& rename) {
  const Place& to = rename.to;
  if (to.inode == nullptr) return check_change(to.folder);
  if (const long problem = check_remove(to.folder, to.inode); problem < 0) return problem;
  if (rename.exchanges()) return 0;
  const bool folder = rename.from.inode->is_folder();
  if (folder && !to.inode->is_folder()) return -ENOTDIR;
  if (!folder && to.inode->is_folder()) return -EISDIR;
  return 0;
}

long check_rename(const Rename& rename) {
  const Place& from = rename.from;
  const Place& to = rename.to;
  if (const long problem = check_remove(from.folder, from.inode); problem < 0) return problem;
  if (const long problem = check_target(rename); problem < 0) return problem;
  if (const long problem = check_move(from, to.folder); problem < 0) return problem;
  if (rename.exchanges()) return check_move(to, from.folder);
  if (is_mount_point(from) || (to.inode != nullptr && is_mount_point(to))) return -EBUSY;
  return to.inode != nullptr && to.inode->is_folder() ? check_empty(to.inode) : 0;
}

void count_move(const Place& place, Inode* to) {
  if (!place.inode->is_folder()) return;
  count_folder(place.folder, -1);
  count_folder(to, 1);
}

void move(Rename& rename) {
  Place& from = rename.from;
  Place& to = rename.to;
  count_move(from, to.folder);
  if (rename.exchanges()) {
    count_move(to, from.folder);
    set_entry(from.folder, from.name, to.inode);
    stamp_change(to.inode);
  } else {
    if (to.inode != nullptr) {
      if (to.inode->is_folder()) count_folder(to.folder, -1);
      lose_name(to.inode);
    }
    set_entry(from.folder, from.name, nullptr);
  }
  set_entry(to.folder, to.name, from.inode);
  stamp_change(from.inode);
  stamp_content(from.folder);
  stamp_content(to.folder);
}

// Pipes and devices are the kernel's.
long make_for_kernel(const Place& place, mode_t mode, dev_t device) {
  const Inode* folder = place.folder;
  if (folder->disk_path == nullptr) {
    fatal("a pipe or device in a directory that is only in memory: use --files=real", 0);
  }
  const long number = raw_call(__NR_open, reinterpret_cast<long>(folder->disk_path), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (number < 0) return number;
  const long result =
      raw_call(__NR_mknodat, number, reinterpret_cast<long>(place.name), mode, static_cast<long>(device));
  raw_call(__NR_close, number);
  return result;
}

bool is_special(const Place& place) { return place.inode != nullptr && place.inode->is_special(); }

// What the kernel alone has is renamed by the kernel, where both directories are the disk's.
long rename_special(const Rename& rename) {
  const Inode* to = rename.to.folder;
  if (to->disk_path == nullptr) return -EXDEV;
  const long folder = raw_call(__NR_open, reinterpret_cast<long>(to->disk_path), O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (folder < 0) return folder;
  const long result = raw_call(__NR_renameat2, AT_FDCWD, reinterpret_cast<long>(rename.from.inode->disk_path), folder,
                               reinterpret_cast<long>(rename.to.name), rename.flags);
  raw_call(__NR_close, folder);
  return result;
}

long rename_places(Rename& rename) {
  if (const long problem = check_names(rename); problem < 0) return problem;
  if (rename.from.inode == rename.to.inode) return 0;
  if (const long problem = check_rename(rename); problem < 0) return problem;
  if (is_special(rename.from)) return rename_special(rename);
  move(rename);
  return 0;
}

}  // namespace

long make_folder(int start, const char* path, mode_t mode) {
  Place place;
  if (const long problem = find_new(start, path, true, place); problem < 0) return problem;
  if (place.outside) return raw_call(__NR_mkdir, reinterpret_cast<long>(place.path), mode);
  if (const long problem = check_change(place.folder); problem < 0) return problem;
  const mode_t inherited = place.folder->status.st_mode & S_ISGID;
  Inode* folder = make_inode(place.folder, S_IFDIR | (mode & 01777 & ~current_mask()) | inherited);
  folder->status.st_nlink = place.folder->status.st_nlink > 1 ? 2 : 1;
  folder->status.st_size = 4096;
  add(place, folder);
  return 0;
}

long make_special(int start, const char* path, mode_t mode, dev_t device) {
  Place place;
  if (S_ISDIR(mode)) return -EPERM;
  if (const long problem = find_new(start, path, false, place); problem < 0) return problem;
  if (place.outside) return raw_call(__NR_mknod, reinterpret_cast<long>(place.path), mode, static_cast<long>(device));
  if (const long problem = check_change(place.folder); problem < 0) return problem;
  if ((mode & S_IFMT) != 0 && !S_ISREG(mode)) return make_for_kernel(place, mode, device);
  Inode* file = make_inode(place.folder, S_IFREG | (mode & 07777 & ~current_mask()));
  if (const long problem = own_content(file, false); problem < 0) return problem;
  file->status.st_nlink = 1;
  add(place, file);
  return 0;
}

long make_symbolic_link(const char* target, int start, const char* path) {
  if (target == nullptr) return -EFAULT;
  const std::size_t bytes = strnlen(target, kPathBytes);
  if (bytes == 0) return -ENOENT;
  if (bytes == kPathBytes) return -ENAMETOOLONG;
  Place place;
  if (const long problem = find_new(start, path, false, place); problem < 0) return problem;
  if (place.outside) {
    return raw_call(__NR_symlink, reinterpret_cast<long>(target), reinterpret_cast<long>(place.path));
  }
  if (const long problem = check_change(place.folder); problem < 0) return problem;
  Inode* link = make_inode(place.folder, S_IFLNK | 0777);
  link->target = kept_text(target, bytes);
  link->status.st_size = static_cast<off_t>(bytes);
  link->status.st_nlink = 1;
  add(place, link);
  return 0;
}

long make_link(int old_start, const char* old_path, int new_start, const char* new_path, int flags) {
  if ((flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) != 0) return -EINVAL;
  const unsigned follow = (flags & AT_SYMLINK_FOLLOW) != 0 ? kFollow : 0;
  const unsigned nothing = (flags & AT_EMPTY_PATH) != 0 ? kNothing | kAnyStart : 0;
  Place from;
  Place to;
  if (const long problem = find_existing(old_start, old_path, follow | nothing, from); problem < 0) return problem;
  if (const long problem = find_new(new_start, new_path, false, to); problem < 0) return problem;
  if (from.outside || to.outside) return -EXDEV;
  if (from.inode->status.st_dev != to.folder->status.st_dev) return -EXDEV;
  if (const long problem = check_change(to.folder); problem < 0) return problem;
  if (from.inode->is_folder()) return -EPERM;
  if (from.inode->is_special()) return -EPERM;
  if (from.inode->status.st_nlink == 0 && from.inode->opened == 0) return -ENOENT;
  ++from.inode->status.st_nlink;
  stamp_change(from.inode);
  add(to, from.inode);
  return 0;
}

long remove_name(int start, const char* path, int flags) {
  if ((flags & ~AT_REMOVEDIR) != 0) return -EINVAL;
  Place place;
  if (const long problem = find_for_change(start, path, place); problem < 0) return problem;
  if (place.outside) return raw_call(__NR_unlinkat, AT_FDCWD, reinterpret_cast<long>(place.path), flags);
  return (flags & AT_REMOVEDIR) != 0 ? remove_folder(place) : remove_file(place);
}

long rename_file(int old_start, const char* old_path, int new_start, const char* new_path, unsigned flags) {
  constexpr unsigned kKnown = RENAME_NOREPLACE | RENAME_EXCHANGE;
  if ((flags & ~kKnown) != 0) return -EINVAL;
  if ((flags & RENAME_NOREPLACE) != 0 && (flags & RENAME_EXCHANGE) != 0) return -EINVAL;
  Rename rename;
  rename.flags = flags;
  if (const long problem = find_place(old_start, old_path, kForChange, rename.from); problem < 0) return problem;
  if (const long problem = find_place(new_start, new_path, kForChange, rename.to); problem < 0) return problem;
  if (rename.from.outside && rename.to.outside) {
    return raw_call(__NR_renameat2, AT_FDCWD, reinterpret_cast<long>(rename.from.path), AT_FDCWD,
                    reinterpret_cast<long>(rename.to.path), flags);
  }
  if (rename.from.outside || rename.to.outside) return -EXDEV;
  return rename_places(rename);
}

}  // namespace sleave::rt
