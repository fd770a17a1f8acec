#include "runtime/file_calls/absolute_path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/real.h"
#include "runtime/files/walk.h"

namespace sleave::rt {
namespace {

constexpr int kMostLinks = 40;  // the C library's

// Not on the stack: threads may have small ones. Nobody else runs meanwhile.
char rest[2 * kPathBytes];  // what is left of the path, at the end
char target[kPathBytes];

// A slash or a dot at the end, or two dots anywhere, may follow a directory only.
bool must_be_folder(const char* after) {
  while (*after == '/') {
    after += strspn(after, "/");
    if (*after == 0) return true;
    if (*after++ != '.') return false;
    if (*after == 0 || (*after == '.' && (after[1] == 0 || after[1] == '/'))) return true;
  }
  return false;
}

class Resolution {
 public:
  explicit Resolution(char* result) : result_(result) {}

  long begin(const char* path) {
    const std::size_t bytes = strnlen(path, kPathBytes);
    if (bytes == 0) return -ENOENT;
    if (bytes == kPathBytes) return -ENAMETOOLONG;
    rest_ = rest + sizeof rest - bytes - 1;
    memcpy(rest_, path, bytes + 1);
    if (*path == '/') return at_root();
    const long length = folder_path(current_folder(), result_, kPathBytes);
    if (length < 0) return length;
    used_ = static_cast<std::size_t>(length) - 1;
    return 0;
  }

  // One name after another; `outside`: the kernel has the rest.
  long go(bool* outside) {
    for (;;) {
      rest_ += strspn(rest_, "/");
      const std::size_t bytes = strcspn(rest_, "/");
      if (bytes == 0) return 0;
      const char* const name = rest_;
      rest_ += bytes;
      if (bytes == 1 && name[0] == '.') continue;
      const long problem = bytes == 2 && name[0] == '.' && name[1] == '.' ? back() : forth(name, bytes, outside);
      if (problem < 0 || *outside) return problem;
    }
  }

  long go_outside() {
    if (used_ + strlen(rest_) >= kPathBytes) return -ENAMETOOLONG;
    memcpy(target, result_, used_);
    memcpy(target + used_, rest_, strlen(rest_) + 1);
    if (REAL(realpath)(target, result_) == nullptr) return -errno;
    used_ = strlen(result_);
    return 0;
  }

  [[nodiscard]] std::size_t size() const { return used_ + 1; }

 private:
  long at_root() {
    memcpy(result_, "/", 2);
    used_ = 1;
    return 0;
  }

  long back() {
    while (used_ > 1 && result_[used_ - 1] != '/') --used_;
    if (used_ > 1) --used_;
    result_[used_] = 0;
    return 0;
  }

  long forth(const char* name, std::size_t bytes, bool* outside) {
    if (used_ + bytes + 2 > kPathBytes) return -ENAMETOOLONG;
    if (result_[used_ - 1] != '/') result_[used_++] = '/';
    memcpy(result_ + used_, name, bytes);
    used_ += bytes;
    result_[used_] = 0;
    Place place;
    if (const long problem = find_existing(AT_FDCWD, result_, 0, place); problem < 0) return problem;
    *outside = place.outside;
    if (place.outside) return 0;
    if (place.inode->is_link()) return follow(place.inode);
    return must_be_folder(rest_) && !place.inode->is_folder() ? -ENOTDIR : 0;
  }

  long follow(const Inode* link) {
    if (++links_ > kMostLinks) return -ELOOP;
    const long bytes = read_target(link, target, sizeof target);
    if (bytes < 0) return bytes;
    if (rest_ - bytes < rest) return -ENAMETOOLONG;
    rest_ -= bytes;
    memcpy(rest_, target, static_cast<std::size_t>(bytes));
    return target[0] == '/' ? at_root() : back();
  }

  char* result_;
  std::size_t used_ = 0;
  char* rest_ = nullptr;
  int links_ = 0;
};

}  // namespace

long absolute_path(const char* path, char* result, std::size_t* bytes) {
  if (path == nullptr) return -EINVAL;
  Resolution resolution(result);
  if (const long problem = resolution.begin(path); problem < 0) return problem;
  bool outside = false;
  long problem = resolution.go(&outside);
  if (problem == 0 && outside) problem = resolution.go_outside();
  *bytes = resolution.size();
  return problem;
}

}  // namespace sleave::rt
