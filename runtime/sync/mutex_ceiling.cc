// The priority ceiling of PTHREAD_PRIO_PROTECT mutexes: kept where glibc keeps it, in the upper part of __lock. Threads
// here have no priorities, so that it has no effect but to be there.
#include <errno.h>
#include <pthread.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/state_use.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {
namespace {

constexpr int kProtect = 64;  // glibc: of __kind
constexpr int kShift = 19;
constexpr int kLowest = 1;  // of SCHED_FIFO
constexpr int kHighest = 99;

bool has_ceiling(const pthread_mutex_t* mutex) { return (mutex->__data.__kind & kProtect) != 0; }

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t* mutex, int* ceiling) noexcept {
  if (!controlled()) return REAL(pthread_mutex_getprioceiling)(mutex, ceiling);
  use_state(SLEAVE_CALL_pthread_mutex_getprioceiling, SLEAVE_SITE_HERE);
  if (!has_ceiling(mutex)) return EINVAL;
  *ceiling = mutex->__data.__lock >> kShift;
  return 0;
}

// Locks the mutex to change it, as POSIX wants.
SLEAVE_EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t* mutex, int ceiling, int* before) noexcept {
  if (!controlled()) return REAL(pthread_mutex_setprioceiling)(mutex, ceiling, before);
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  if (!has_ceiling(mutex) || ceiling < kLowest || ceiling > kHighest) return EINVAL;
  const bool held = mutex_is_held_by(mutex, *runtime.current);
  const int error = held ? 0 : mutex_lock(mutex, SLEAVE_EV_mutex_lock, kNoDeadline, site);
  if (error != 0) return error;
  use_state(SLEAVE_CALL_pthread_mutex_setprioceiling, site);
  int* volatile result = before;  // declared never null, and yet glibc allows it
  if (result != nullptr) *result = mutex->__data.__lock >> kShift;
  mutex->__data.__lock = (mutex->__data.__lock & ((1 << kShift) - 1)) | ceiling << kShift;
  return held ? 0 : mutex_unlock(mutex, site);
}
