#include "runtime/files/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"
#include "runtime/base/text.h"
#include "runtime/descriptor/table.h"
#include "runtime/files/permission.h"

namespace sleave::rt {

namespace {

constexpr int kMostLinks = 40;  // the kernel's

Inode* current;
bool moved;                   // the kernel's idea of the current directory is another than at the start
char start_path[kPathBytes];  // of the current directory when it was first asked for
// Not on the stack: threads may have small ones. Nobody else runs during a walk.
char walked[4 * kPathBytes];  // what is left of the path, at the end
char scratch[kPathBytes];

// Walks without asking for permission: the process is there already.
Inode* folder_at(const char* path) {
  Inode* folder = root_folder();
  while (folder != nullptr && !folder->outside) {
    while (*path == '/') ++path;
    const std::size_t bytes = strcspn(path, "/");
    if (bytes == 0) return folder;
    Inode* next = nullptr;
    find_entry(folder, path, bytes, &next);
    folder = next;
    path += bytes;
  }
  return folder;
}

Inode* folder_of_kernel() {
  if (raw_call(__NR_getcwd, reinterpret_cast<long>(start_path), sizeof start_path) < 0) return root_folder();
  Inode* folder = folder_at(start_path);
  return folder != nullptr && folder->is_folder() ? folder : root_folder();
}

class Walk {
 public:
  Walk(Place& place, unsigned flags) : place_(place), flags_(flags) {}

  long begin(int start, const char* path) {
    if (path == nullptr) return -EFAULT;
    const std::size_t bytes = strnlen(path, kPathBytes);
    if (bytes == kPathBytes) return -ENAMETOOLONG;
    if (bytes == 0 && (flags_ & kNothing) == 0) return -ENOENT;
    rest_ = walked + sizeof walked - bytes - 1;
    memcpy(rest_, path, bytes + 1);
    return *path == '/' ? 0 : begin_at(start, bytes == 0);
  }

  long go() {
    if (*rest_ == '/') at_root();
    for (;;) {
      while (*rest_ == '/') ++rest_;
      if (folder_->outside) return go_outside();
      if (*rest_ == 0) return 0;
      if (!folder_->is_folder()) return -ENOTDIR;
      if (const long problem = check_access(folder_, X_OK); problem < 0) return problem;
      bool done = false;
      if (const long problem = step(&done); problem < 0 || done) return problem;
    }
  }

 private:
  long begin_at(int start, bool nothing) {
    folder_ = start == AT_FDCWD ? current_folder() : inode_of(start);
    if (folder_ == nullptr) return raw_call(__NR_fcntl, start, F_GETFD) < 0 ? -EBADF : -ENOTDIR;
    if (!folder_->is_folder() && !(nothing && (flags_ & kAnyStart) != 0)) return -ENOTDIR;
    place_.folder = place_.inode = folder_;
    place_.last = LastName::dot;
    return 0;
  }

  void at_root() {
    folder_ = place_.folder = place_.inode = root_folder();
    place_.last = LastName::root;
  }

  // The kernel resolves the rest.
  long go_outside() {
    char* const path = scratch;
    Text text(path, kPathBytes);
    text.add(folder_->disk_path);
    if (*rest_ != 0) text.add("/").add(rest_);
    place_.outside = true;
    place_.path = kept_text(path, text.size());
    return text.size() + 1 < kPathBytes ? 0 : -ENAMETOOLONG;
  }

  // One name. `done`: it was the last.
  long step(bool* done) {
    const std::size_t bytes = strcspn(rest_, "/");
    const char* const name = rest_;
    rest_ += bytes;
    const char* const after = rest_ + strspn(rest_, "/");
    const bool is_last = *after == 0;
    place_.slash = is_last && after != rest_;
    if (bytes <= 2 && name[0] == '.' && (bytes == 1 || name[1] == '.')) return step_by_dots(bytes, is_last, done);
    place_.folder = folder_;
    place_.last = LastName::normal;
    if (place_.slash && (flags_ & kCreates) != 0) {
      *done = true;
      return 0;
    }
    if (bytes > kNameBytes) return too_long(is_last, done);
    memcpy(place_.name, name, bytes);
    place_.name[bytes] = 0;
    const long problem = find_entry(folder_, place_.name, bytes, &place_.inode);
    if (problem == -ENOENT && is_last) {
      *done = true;
      return 0;
    }
    if (problem < 0) return problem;
    if (place_.inode->is_link() && (!is_last || follows_last())) return follow();
    folder_ = place_.inode;
    *done = is_last && !folder_->outside;
    return 0;
  }

  long too_long(bool is_last, bool* done) {
    if (!is_last || (flags_ & kForChange) == 0) return -ENAMETOOLONG;
    place_.inode = nullptr;
    place_.late = -ENAMETOOLONG;
    *done = true;
    return 0;
  }

  long step_by_dots(std::size_t dots, bool is_last, bool* done) {
    if (dots == 2) folder_ = folder_->parent;
    place_.folder = place_.inode = folder_;
    place_.last = dots == 1 ? LastName::dot : LastName::dot_dot;
    *done = is_last && !folder_->outside;
    return 0;
  }

  [[nodiscard]] bool follows_last() const {
    return (flags_ & kFollow) != 0 || (place_.slash && (flags_ & kForChange) == 0);
  }

  // The target takes the place of the link in what is left of the path.
  long follow() {
    if (++links_ > kMostLinks) return -ELOOP;
    const long bytes = read_target(place_.inode, scratch, sizeof scratch);
    if (bytes < 0) return bytes;
    if (rest_ - bytes < walked) return -ENAMETOOLONG;
    rest_ -= bytes;
    memcpy(rest_, scratch, static_cast<std::size_t>(bytes));
    if (*rest_ == '/') at_root();
    return 0;
  }

  Place& place_;
  unsigned flags_;
  Inode* folder_ = root_folder();
  int links_ = 0;
  char* rest_ = nullptr;
};

}  // namespace

Inode* current_folder() { return current != nullptr ? current : current = folder_of_kernel(); }

// The kernel follows where it can: paths that it resolves start there.
long change_folder(Inode* folder) {
  current_folder();
  if (folder->disk_path != nullptr) {
    const long problem = raw_call(__NR_chdir, reinterpret_cast<long>(folder->disk_path));
    if (problem < 0) return problem;
    moved = true;
  }
  current = folder;
  return 0;
}

void put_back_folder() {
  if (moved) raw_call(__NR_chdir, reinterpret_cast<long>(start_path));
}

bool folder_has_moved() { return moved; }

Inode* inode_of(int descriptor) {
  Opened* what = opened(descriptor);
  if (what == nullptr) return nullptr;
  if (what->file != nullptr || what->kind != SLEAVE_DESCRIPTOR_file) return what->file;
  char link[64];
  Text(link, sizeof link).add("/proc/self/fd/").add(static_cast<std::uint64_t>(descriptor));
  const long bytes =
      raw_call(__NR_readlink, reinterpret_cast<long>(link), reinterpret_cast<long>(scratch), sizeof scratch - 1);
  if (bytes <= 0 || scratch[0] != '/') return nullptr;
  scratch[bytes] = 0;
  struct stat status;
  if (raw_call(__NR_fstat, descriptor, reinterpret_cast<long>(&status)) < 0 || !S_ISDIR(status.st_mode)) return nullptr;
  return folder_at(scratch);
}

long find_place(int start, const char* path, unsigned flags, Place& place) {
  place.folder = place.inode = nullptr;
  place.slash = place.outside = false;
  place.name[0] = 0;
  place.late = 0;
  Walk walk(place, flags);
  if (const long problem = walk.begin(start, path); problem < 0) return problem;
  return walk.go();
}

long find_for_change(int start, const char* path, Place& place) {
  const long problem = find_place(start, path, kForChange, place);
  return problem < 0 ? problem : place.late;
}

long find_existing(int start, const char* path, unsigned flags, Place& place) {
  if (const long problem = find_place(start, path, flags, place); problem < 0 || place.outside) return problem;
  if (place.inode == nullptr) return -ENOENT;
  return place.slash && !place.inode->is_folder() ? -ENOTDIR : 0;
}

long read_target(const Inode* link, char* text, std::size_t bytes) {
  if (link->target == nullptr) {
    return raw_call(__NR_readlink, reinterpret_cast<long>(link->disk_path), reinterpret_cast<long>(text),
                    static_cast<long>(bytes));
  }
  const std::size_t length = strlen(link->target);
  const std::size_t given = length < bytes ? length : bytes;
  memcpy(text, link->target, given);
  return static_cast<long>(given);
}

long path_of(const Place& place, char* path, std::size_t bytes) {
  if (place.inode->is_folder()) return folder_path(place.inode, path, bytes);
  const long length = folder_path(place.folder, path, bytes);
  if (length < 0) return length;
  Text text(path + length - 1, bytes - static_cast<std::size_t>(length) + 1);
  const bool at_root = place.folder->parent == place.folder;
  if (!at_root) text.add("/");
  text.add(place.name);
  const std::size_t needed = static_cast<std::size_t>(length) + strlen(place.name) + (at_root ? 0 : 1);
  return needed <= bytes ? static_cast<long>(needed) : -ENAMETOOLONG;
}

}  // namespace sleave::rt
