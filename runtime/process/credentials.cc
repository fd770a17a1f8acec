// User and group numbers. The kernel keeps them for each of its threads, and libc makes a change in one happen in all
// by a signal that it waits for; parked carriers do not answer, and in the fork server's child they do not exist. The
// program's threads run on the caller's kernel thread, so the bare system call is the change of the whole program. On
// native threads only the caller's kernel thread changes.
#include <errno.h>
#include <grp.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/state_use.h"

namespace sleave::rt {
namespace {

constexpr long kAsItIs = -1;
constexpr int kMostGroups = 65536;  // the kernel's limit

int change(long number, long a, long b = 0, long c = 0) {
  const long result = raw_call(number, a, b, c);
  if (result >= 0) return 0;
  errno = static_cast<int>(-result);
  return -1;
}

int change_groups(std::size_t count, const gid_t* groups) {
  return change(__NR_setgroups, static_cast<long>(count), reinterpret_cast<long>(groups));
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int setuid(uid_t user) noexcept {
  if (!controlled()) return REAL(setuid)(user);
  use_state(SLEAVE_CALL_setuid, SLEAVE_SITE_HERE);
  return change(__NR_setuid, user);
}

SLEAVE_EXPORT int setgid(gid_t group) noexcept {
  if (!controlled()) return REAL(setgid)(group);
  use_state(SLEAVE_CALL_setgid, SLEAVE_SITE_HERE);
  return change(__NR_setgid, group);
}

SLEAVE_EXPORT int seteuid(uid_t user) noexcept {
  if (!controlled()) return REAL(seteuid)(user);
  use_state(SLEAVE_CALL_seteuid, SLEAVE_SITE_HERE);
  return change(__NR_setresuid, kAsItIs, user, kAsItIs);
}

SLEAVE_EXPORT int setegid(gid_t group) noexcept {
  if (!controlled()) return REAL(setegid)(group);
  use_state(SLEAVE_CALL_setegid, SLEAVE_SITE_HERE);
  return change(__NR_setresgid, kAsItIs, group, kAsItIs);
}

SLEAVE_EXPORT int setreuid(uid_t real_user, uid_t effective) noexcept {
  if (!controlled()) return REAL(setreuid)(real_user, effective);
  use_state(SLEAVE_CALL_setreuid, SLEAVE_SITE_HERE);
  return change(__NR_setreuid, real_user, effective);
}

SLEAVE_EXPORT int setregid(gid_t real_group, gid_t effective) noexcept {
  if (!controlled()) return REAL(setregid)(real_group, effective);
  use_state(SLEAVE_CALL_setregid, SLEAVE_SITE_HERE);
  return change(__NR_setregid, real_group, effective);
}

SLEAVE_EXPORT int setresuid(uid_t real_user, uid_t effective, uid_t saved) noexcept {
  if (!controlled()) return REAL(setresuid)(real_user, effective, saved);
  use_state(SLEAVE_CALL_setresuid, SLEAVE_SITE_HERE);
  return change(__NR_setresuid, real_user, effective, saved);
}

SLEAVE_EXPORT int setresgid(gid_t real_group, gid_t effective, gid_t saved) noexcept {
  if (!controlled()) return REAL(setresgid)(real_group, effective, saved);
  use_state(SLEAVE_CALL_setresgid, SLEAVE_SITE_HERE);
  return change(__NR_setresgid, real_group, effective, saved);
}

SLEAVE_EXPORT int setgroups(std::size_t count, const gid_t* groups) noexcept {
  if (!controlled()) return REAL(setgroups)(count, groups);
  use_state(SLEAVE_CALL_setgroups, SLEAVE_SITE_HERE);
  return change_groups(count, groups);
}

SLEAVE_EXPORT int initgroups(const char* user, gid_t group) {
  if (!controlled()) return REAL(initgroups)(user, group);
  use_state(SLEAVE_CALL_initgroups, SLEAVE_SITE_HERE);
  RuntimeScope scope;
  static gid_t groups[kMostGroups];
  int count = kMostGroups;
  if (getgrouplist(user, group, groups, &count) < 0) count = kMostGroups;
  return change_groups(static_cast<std::size_t>(count), groups);
}
