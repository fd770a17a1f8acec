// Permissions, owners, times and sizes.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/descriptor/file_use.h"
#include "runtime/files/content.h"
#include "runtime/files/operations.h"
#include "runtime/files/permission.h"

namespace sleave::rt {

namespace {

unsigned walk_flags(int flags) {
  return ((flags & AT_SYMLINK_NOFOLLOW) == 0 ? kFollow : 0) | ((flags & AT_EMPTY_PATH) != 0 ? kNothing | kAnyStart : 0);
}

// Makes the permissions the overlay's own.
void change_attributes(Inode* inode) {
  inode->attributes_changed = true;
  stamp_change(inode);
}

long set_mode(Inode* inode, mode_t mode) {
  if (inode->is_link()) return -EOPNOTSUPP;
  if (!is_owner(inode)) return -EPERM;
  mode &= 07777;
  if (!inode->is_folder() && !in_group(inode->status.st_gid)) mode &= ~static_cast<mode_t>(S_ISGID);
  inode->status.st_mode = (inode->status.st_mode & S_IFMT) | mode;
  change_attributes(inode);
  return 0;
}

bool may_own(const Inode* inode, uid_t user, gid_t group) {
  if (is_superuser()) return true;
  constexpr auto kSame = static_cast<unsigned>(-1);
  const bool owner = file_user() == inode->status.st_uid;
  const bool same_user = user == kSame || (owner && user == inode->status.st_uid);
  const bool good_group = group == kSame || (owner && (group == inode->status.st_gid || in_group(group)));
  return same_user && good_group;
}

long set_owner(Inode* inode, uid_t user, gid_t group) {
  constexpr auto kSame = static_cast<unsigned>(-1);
  if (!may_own(inode, user, group)) return -EPERM;
  if (user != kSame) inode->status.st_uid = user;
  if (group != kSame) inode->status.st_gid = group;
  drop_set_ids(inode);
  change_attributes(inode);
  return 0;
}

bool is_valid(const timespec& time) {
  return time.tv_nsec == UTIME_NOW || time.tv_nsec == UTIME_OMIT || (time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000);
}

bool is_now(const timespec* times) {
  return times == nullptr || (times[0].tv_nsec == UTIME_NOW && times[1].tv_nsec == UTIME_NOW);
}

bool is_omitted(const timespec* times) {
  return times != nullptr && times[0].tv_nsec == UTIME_OMIT && times[1].tv_nsec == UTIME_OMIT;
}

void set_time(timespec& field, const timespec* time) {
  if (time == nullptr || time->tv_nsec == UTIME_NOW) {
    field = file_time();
  } else if (time->tv_nsec != UTIME_OMIT) {
    field = *time;
  }
}

long set_times(Inode* inode, const timespec* times) {
  if (!is_owner(inode)) {
    if (!is_now(times)) return -EPERM;
    if (check_access(inode, W_OK) < 0) return -EACCES;
  }
  set_time(inode->status.st_atim, times);
  set_time(inode->status.st_mtim, times != nullptr ? times + 1 : nullptr);
  stamp_change(inode);
  return 0;
}

// apply(inode), or outside(path) where the kernel has it.
template <typename Apply, typename Outside>
long change_at(int start, const char* path, unsigned flags, Apply apply, Outside outside) {
  Place place;
  if (const long problem = find_existing(start, path, flags, place); problem < 0) return problem;
  if (place.outside) return outside(place.path);
  return place.inode->is_special() ? outside(place.inode->disk_path) : apply(place.inode);
}

}  // namespace

long change_mode(int start, const char* path, mode_t mode, int flags) {
  if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0) return -EINVAL;
  return change_at(
      start, path, walk_flags(flags), [&](Inode* inode) { return set_mode(inode, mode); },
      [&](const char* where) { return raw_call(__NR_chmod, reinterpret_cast<long>(where), mode); });
}

long change_owner(int start, const char* path, uid_t user, gid_t group, int flags) {
  if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0) return -EINVAL;
  return change_at(
      start, path, walk_flags(flags), [&](Inode* inode) { return set_owner(inode, user, group); },
      [&](const char* where) {
        return raw_call(__NR_fchownat, AT_FDCWD, reinterpret_cast<long>(where), user, group,
                        flags & AT_SYMLINK_NOFOLLOW);
      });
}

long change_times(int start, const char* path, const timespec* times, int flags) {
  if (path == nullptr) return change_times_of(start, times);
  if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0) return -EINVAL;
  if (times != nullptr && (!is_valid(times[0]) || !is_valid(times[1]))) return -EINVAL;
  if (is_omitted(times)) return 0;
  return change_at(
      start, path, walk_flags(flags), [&](Inode* inode) { return set_times(inode, times); },
      [&](const char* where) {
        return raw_call(__NR_utimensat, AT_FDCWD, reinterpret_cast<long>(where), reinterpret_cast<long>(times),
                        flags & AT_SYMLINK_NOFOLLOW);
      });
}

long change_size(const char* path, off_t bytes) {
  if (bytes < 0) return -EINVAL;
  const auto by_kernel = [&](const char* where) {
    return raw_call(__NR_truncate, reinterpret_cast<long>(where), bytes);
  };
  const auto apply = [&](Inode* inode) -> long {
    if (!inode->is_file()) return inode->is_folder() ? -EISDIR : -EINVAL;
    if (const long problem = check_access(inode, W_OK); problem < 0) return problem;
    note_file_use(inode->label, SLEAVE_FILE_WRITTEN);
    if (const long problem = own_content(inode, bytes > 0); problem < 0) return problem;
    const long result = raw_call(__NR_ftruncate, inode->content, bytes);
    if (result == 0) content_written(inode);
    return result;
  };
  return change_at(AT_FDCWD, path, kFollow, apply, by_kernel);
}

namespace {
bool is_path_only(int descriptor) { return (raw_call(__NR_fcntl, descriptor, F_GETFL) & O_PATH) != 0; }
}  // namespace

long change_mode_of(int descriptor, mode_t mode) {
  Inode* inode = inode_of(descriptor);
  if (inode == nullptr) return raw_call(__NR_fchmod, descriptor, mode);
  return is_path_only(descriptor) ? -EBADF : set_mode(inode, mode);
}

long change_owner_of(int descriptor, uid_t user, gid_t group) {
  Inode* inode = inode_of(descriptor);
  if (inode == nullptr) return raw_call(__NR_fchown, descriptor, user, group);
  return is_path_only(descriptor) ? -EBADF : set_owner(inode, user, group);
}

long change_times_of(int descriptor, const timespec* times) {
  Inode* inode = inode_of(descriptor);
  if (inode == nullptr) return raw_call(__NR_utimensat, descriptor, 0, reinterpret_cast<long>(times), 0);
  if (is_path_only(descriptor)) return -EBADF;
  if (times != nullptr && (!is_valid(times[0]) || !is_valid(times[1]))) return -EINVAL;
  return is_omitted(times) ? 0 : set_times(inode, times);
}

}  // namespace sleave::rt
