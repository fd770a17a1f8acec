// pthread spin locks, modeled as blocking: nobody needs to watch a thread spin. 1 is free, as glibc has it on x86-64;
// a held lock is 0.
#include <errno.h>
#include <pthread.h>

#include "runtime/base/outcome.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {
namespace {

constexpr int kFree = 1;
constexpr int kHeld = 0;

bool is_free(const Thread& thread) { return *static_cast<const volatile int*>(thread.pending.object) == kFree; }

void record_spin(sleave_event_kind kind, const void* lock, std::uintptr_t site, bool done) {
  EventRecord event_record{kind, site, lock};
  event_record.flags = done ? SLEAVE_EVENT_CHANGED : SLEAVE_EVENT_FAILED;
  record_point(event_record);
}

void take(pthread_spinlock_t* lock, std::uintptr_t site) {
  *lock = kHeld;
  add_held(*runtime.current, const_cast<int*>(lock), kModeMutex, site);
  scheduler.changed(const_cast<int*>(lock));
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_spin_lock)(lock);
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  const void* object = const_cast<int*>(lock);
  if (find_held(*runtime.current, object) != nullptr) {
    fail({SLEAVE_FIND_double_lock, "the thread already holds this spin lock", site, 0, object});
  }
  scheduler.point({SLEAVE_EV_spin_lock, site, object, is_free});
  take(lock, site);
  record_spin(SLEAVE_EV_spin_lock, object, site, true);
  return 0;
}

SLEAVE_EXPORT int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_spin_trylock)(lock);
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  const void* object = const_cast<int*>(lock);
  scheduler.point({SLEAVE_EV_spin_trylock, site, object, nullptr});
  const bool free = *lock == kFree;
  if (free) take(lock, site);
  record_spin(SLEAVE_EV_spin_trylock, object, site, free);
  return free ? 0 : EBUSY;
}

SLEAVE_EXPORT int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_spin_unlock)(lock);
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  const void* object = const_cast<int*>(lock);
  scheduler.point({SLEAVE_EV_spin_unlock, site, object, nullptr});
  if (find_held(*runtime.current, object) == nullptr) {
    fail({SLEAVE_FIND_foreign_unlock, "the thread does not hold this spin lock", site, 0, object});
  }
  *lock = kFree;
  remove_held(*runtime.current, object);
  scheduler.changed(object);
  record_spin(SLEAVE_EV_spin_unlock, object, site, true);
  return 0;
}
