// pthread read-write locks, and through them std::shared_mutex and shared_timed_mutex.
//
// The model lives in glibc's own fields: __readers counts the readers, __cur_writer is the writer's index plus one. The
// default kind is modelled: readers are admitted past a waiting writer, and who comes first is the scheduler's choice.
#include <errno.h>
#include <pthread.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/detect/detect.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/clock.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {
namespace {

int owner_id(const Thread& thread) { return static_cast<int>(thread.index) + 1; }

bool can_read(const pthread_rwlock_t* lock) { return lock->__data.__cur_writer == 0; }
bool can_write(const pthread_rwlock_t* lock) { return lock->__data.__cur_writer == 0 && lock->__data.__readers == 0; }

bool reader_ready(const Thread& thread) {
  return can_read(static_cast<const pthread_rwlock_t*>(thread.pending.object));
}
bool writer_ready(const Thread& thread) {
  return can_write(static_cast<const pthread_rwlock_t*>(thread.pending.object));
}

void record_rwlock(sleave_event_kind kind, std::uintptr_t site, pthread_rwlock_t* lock, std::uint8_t flags) {
  Happening happening{kind, site, lock};
  happening.value = lock->__data.__readers;
  happening.flags = flags;
  record_point(happening);
}

void take(pthread_rwlock_t* lock, bool write, std::uintptr_t site) {
  Thread& self = *g.current;
  if (write) {
    lock->__data.__cur_writer = owner_id(self);
  } else {
    ++lock->__data.__readers;
  }
  add_held(self, lock, write ? kModeExclusive : kModeShared, site);
  scheduler.changed(lock);
}

int acquire(pthread_rwlock_t* lock, bool write, sleave_event_kind kind, std::uint64_t deadline, std::uintptr_t site) {
  Thread& self = *g.current;
  if (lock->__data.__cur_writer == owner_id(self)) return EDEADLK;
  if (!scheduler.point_until({kind, site, lock, write ? writer_ready : reader_ready}, deadline)) {
    record_rwlock(kind, site, lock, SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT);
    return ETIMEDOUT;
  }
  take(lock, write, site);
  record_rwlock(kind, site, lock, SLEAVE_EVENT_CHANGED);
  return 0;
}

int acquire_timed(pthread_rwlock_t* lock, bool write, clockid_t clock, const timespec* time, std::uintptr_t site) {
  if (!can_wait_on(clock) || !valid_time(*time)) return EINVAL;
  return acquire(lock, write, write ? SLEAVE_EV_rwlock_timedwrlock : SLEAVE_EV_rwlock_timedrdlock,
                 deadline_at(clock, *time), site);
}

int try_acquire(pthread_rwlock_t* lock, bool write, std::uintptr_t site) {
  const sleave_event_kind kind = write ? SLEAVE_EV_rwlock_trywrlock : SLEAVE_EV_rwlock_tryrdlock;
  scheduler.point({kind, site, lock, nullptr});
  const bool free = write ? can_write(lock) : can_read(lock);
  if (free) take(lock, write, site);
  record_rwlock(kind, site, lock, free ? SLEAVE_EVENT_CHANGED : SLEAVE_EVENT_FAILED);
  return free ? 0 : EBUSY;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) noexcept {
  const int result = REAL(pthread_rwlock_init)(lock, attributes);
  if (controlled()) record_note({SLEAVE_EV_rwlock_init, SLEAVE_SITE_HERE, lock});
  return result;
}

SLEAVE_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_destroy)(lock);
  scheduler.point({SLEAVE_EV_rwlock_destroy, SLEAVE_SITE_HERE, lock, nullptr});
  record_rwlock(SLEAVE_EV_rwlock_destroy, SLEAVE_SITE_HERE, lock, SLEAVE_EVENT_CHANGED);
  return 0;
}

SLEAVE_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_rdlock)(lock);
  return acquire(lock, false, SLEAVE_EV_rwlock_rdlock, kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_wrlock)(lock);
  return acquire(lock, true, SLEAVE_EV_rwlock_wrlock, kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_timedrdlock)(lock, time);
  return acquire_timed(lock, false, CLOCK_REALTIME, time, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_timedwrlock)(lock, time);
  return acquire_timed(lock, true, CLOCK_REALTIME, time, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_clockrdlock)(lock, clock, time);
  return acquire_timed(lock, false, clock, time, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_clockwrlock)(lock, clock, time);
  return acquire_timed(lock, true, clock, time, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_tryrdlock)(lock);
  return try_acquire(lock, false, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_trywrlock)(lock);
  return try_acquire(lock, true, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) return REAL(pthread_rwlock_unlock)(lock);
  Thread& self = *g.current;
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  scheduler.point({SLEAVE_EV_rwlock_unlock, site, lock, nullptr});
  if (find_held(self, lock) == nullptr) {
    fail({SLEAVE_FIND_foreign_unlock, "the thread does not hold this read-write lock", site, 0, lock});
  }
  if (lock->__data.__cur_writer == owner_id(self)) {
    lock->__data.__cur_writer = 0;
  } else {
    --lock->__data.__readers;
  }
  remove_held(self, lock);
  scheduler.changed(lock);
  record_rwlock(SLEAVE_EV_rwlock_unlock, site, lock, SLEAVE_EVENT_CHANGED);
  return 0;
}
