// pthread read-write locks, and through them std::shared_mutex and shared_timed_mutex.
//
// The model lives in glibc's own fields: __readers counts the readers, __cur_writer is the writer's index plus one,
// __writers counts those who wait to write, __flags is the kind. Readers are admitted past a waiting writer, and who
// comes first is the scheduler's choice; only PREFER_WRITER_NONRECURSIVE_NP makes new readers wait for it, as in glibc.
#include <errno.h>
#include <pthread.h>

#include "runtime/base/outcome.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/copies.h"
#include "runtime/sync/locks.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

int owner_id(const Thread& thread) { return static_cast<int>(thread.index) + 1; }

constexpr unsigned kDestroyed = 1u << 30;  // ours, in __flags; initialization clears it

bool prefers_writers(const pthread_rwlock_t* lock) {
  return (lock->__data.__flags & ~kDestroyed) == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

bool can_read(const pthread_rwlock_t* lock) {
  const bool writer_first = prefers_writers(lock) && lock->__data.__readers > 0 && lock->__data.__writers > 0;
  return lock->__data.__cur_writer == 0 && !writer_first;
}
bool can_write(const pthread_rwlock_t* lock) { return lock->__data.__cur_writer == 0 && lock->__data.__readers == 0; }

bool reader_ready(const Thread& thread) {
  return can_read(static_cast<const pthread_rwlock_t*>(thread.pending.object));
}
bool writer_ready(const Thread& thread) {
  return can_write(static_cast<const pthread_rwlock_t*>(thread.pending.object));
}

void record_rwlock(sleave_event_kind kind, std::uintptr_t site, pthread_rwlock_t* lock, std::uint8_t flags) {
  EventRecord event_record{kind, site, lock};
  event_record.value = lock->__data.__readers;
  event_record.extra = prefers_writers(lock) ? 1 : 0;
  event_record.flags = flags;
  record_point(event_record);
}

void must_exist(const pthread_rwlock_t* lock, std::uintptr_t site) {
  if ((lock->__data.__flags & kDestroyed) == 0) return;
  fail({SLEAVE_FIND_use_after_destroy, "the read-write lock was destroyed", site, 0, lock});
}

// Asked where the lock stands in somebody's way.
void must_be_original(const pthread_rwlock_t* lock, std::uintptr_t site) {
  if (lock->__data.__shared != 0) return;
  must_be_held_by_owner(lock, lock->__data.__cur_writer, site);
  must_have_readers(lock, lock->__data.__readers, site);
}

void count_waiting_writers(pthread_rwlock_t* lock, bool write, unsigned by) {
  if (!write) return;
  lock->__data.__writers += by;
  if (prefers_writers(lock)) scheduler.changed(lock);
}

void take(pthread_rwlock_t* lock, bool write, std::uintptr_t site) {
  Thread& self = *runtime.current;
  if (write) {
    lock->__data.__cur_writer = owner_id(self);
  } else {
    ++lock->__data.__readers;
  }
  add_held(self, lock, write ? kModeExclusive : kModeShared, site);
  scheduler.changed(lock);
}

int acquire(pthread_rwlock_t* lock, bool write, sleave_event_kind kind, std::uint64_t deadline, std::uintptr_t site) {
  Thread& self = *runtime.current;
  if (!(write ? can_write(lock) : can_read(lock))) must_be_original(lock, site);
  if (lock->__data.__cur_writer == owner_id(self)) return EDEADLK;
  must_exist(lock, site);
  count_waiting_writers(lock, write, 1);
  const bool in_time = scheduler.point_until({kind, site, lock, write ? writer_ready : reader_ready}, deadline);
  count_waiting_writers(lock, write, -1u);
  must_exist(lock, site);
  if (!in_time) {
    record_rwlock(kind, site, lock, SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT);
    deadline_passes(deadline, site);
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
  const bool weak = takes_weak_try();
  scheduler.point({kind, site, lock, nullptr});
  must_exist(lock, site);
  const bool free = write ? can_write(lock) : can_read(lock);
  if (!free) must_be_original(lock, site);
  if (weak) record_operand(site, lock, 0, 1);
  const bool by_itself = free && weak && choose(SLEAVE_CHOICE_try_fail);
  const bool taken = free && !by_itself;
  if (taken) take(lock, write, site);
  record_rwlock(kind, site, lock,
                taken       ? SLEAVE_EVENT_CHANGED
                : by_itself ? SLEAVE_EVENT_FAILED | SLEAVE_EVENT_CHOSEN
                            : SLEAVE_EVENT_FAILED);
  return taken ? 0 : EBUSY;
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
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  scheduler.point({SLEAVE_EV_rwlock_destroy, site, lock, nullptr});
  must_exist(lock, site);
  if (!can_write(lock)) must_be_original(lock, site);
  if (!can_write(lock))
    fail_unless_set_aside({SLEAVE_FIND_destroyed_in_use, "the read-write lock is held", site, 0, lock});
  lock->__data.__flags |= kDestroyed;
  record_rwlock(SLEAVE_EV_rwlock_destroy, site, lock, SLEAVE_EVENT_CHANGED);
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
  Thread& self = *runtime.current;
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  scheduler.point({SLEAVE_EV_rwlock_unlock, site, lock, nullptr});
  if (find_held(self, lock) == nullptr) {
    must_be_original(lock, site);
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
