#include "runtime/files/permission.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/files/inode.h"

namespace sleave::rt {

namespace {

constexpr int kMostGroups = 1024;

bool has_capability(unsigned which) {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  raw_call(__NR_capget, reinterpret_cast<long>(&header), reinterpret_cast<long>(data));
  return (data[which / 32].effective >> (which % 32) & 1) != 0;
}

bool in_group_as(gid_t group, gid_t own) {
  if (group == own) return true;
  gid_t groups[kMostGroups];
  const long count = raw_call(__NR_getgroups, kMostGroups, reinterpret_cast<long>(groups));
  for (long i = 0; i < count; ++i) {
    if (groups[i] == group) return true;
  }
  return false;
}

// The superuser may everything but execute a file that nobody may.
bool overrides(const Inode* inode, int wanted) {
  const bool can_run = inode->is_folder() || (inode->status.st_mode & 0111) != 0;
  return (wanted & X_OK) == 0 || can_run;
}

bool bits_allow(const Inode* inode, int wanted, uid_t user, gid_t group) {
  unsigned bits = inode->status.st_mode;
  if (user == inode->status.st_uid) {
    bits >>= 6;
  } else if (in_group_as(inode->status.st_gid, group)) {
    bits >>= 3;
  }
  return (static_cast<unsigned>(wanted) & ~bits & 7u) == 0;
}

}  // namespace

uid_t file_user() { return static_cast<uid_t>(raw_call(__NR_geteuid)); }
gid_t file_group() { return static_cast<gid_t>(raw_call(__NR_getegid)); }
bool is_superuser() { return has_capability(CAP_DAC_OVERRIDE); }
bool in_group(gid_t group) { return in_group_as(group, file_group()) || has_capability(CAP_FSETID); }

long check_access(Inode* inode, int wanted, bool real) {
  if (wanted == F_OK) return 0;
  if (!inode->attributes_changed && inode->disk_path != nullptr) {
    return raw_call(__NR_faccessat2, AT_FDCWD, reinterpret_cast<long>(inode->disk_path), wanted,
                    (real ? 0 : AT_EACCESS) | AT_SYMLINK_NOFOLLOW);
  }
  const bool super = real ? raw_call(__NR_getuid) == 0 : is_superuser();
  if (super) return overrides(inode, wanted) ? 0 : -EACCES;
  const auto user = static_cast<uid_t>(raw_call(real ? __NR_getuid : __NR_geteuid));
  const auto group = static_cast<gid_t>(raw_call(real ? __NR_getgid : __NR_getegid));
  return bits_allow(inode, wanted, user, group) ? 0 : -EACCES;
}

long check_change(Inode* folder) {
  if (const long problem = check_access(folder, W_OK | X_OK); problem < 0) return problem;
  return folder->removed ? -ENOENT : 0;
}

long check_remove(Inode* folder, const Inode* inode) {
  if (const long problem = check_access(folder, W_OK | X_OK); problem < 0) return problem;
  if ((folder->status.st_mode & S_ISVTX) == 0) return 0;
  const uid_t user = file_user();
  const bool may = user == inode->status.st_uid || user == folder->status.st_uid || has_capability(CAP_FOWNER);
  return may ? 0 : -EPERM;
}

bool is_owner(const Inode* inode) { return file_user() == inode->status.st_uid || has_capability(CAP_FOWNER); }

void drop_set_ids(Inode* inode) {
  mode_t& mode = inode->status.st_mode;
  if (inode->is_folder()) return;
  mode &= ~static_cast<mode_t>(S_ISUID);
  if ((mode & S_IXGRP) != 0 || !in_group(inode->status.st_gid)) mode &= ~static_cast<mode_t>(S_ISGID);
}

void drop_set_ids_by_writing(Inode* inode) {
  if ((inode->status.st_mode & (S_ISUID | S_ISGID)) != 0 && !has_capability(CAP_FSETID)) drop_set_ids(inode);
}

// Kept by the kernel: files that it makes itself (pipes, sockets) get it, too.
mode_t exchange_mask(mode_t mask) { return static_cast<mode_t>(raw_call(__NR_umask, mask)); }

mode_t current_mask() {
  const mode_t mask = exchange_mask(0);
  exchange_mask(mask);
  return mask;
}

}  // namespace sleave::rt
