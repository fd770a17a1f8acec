// pthread mutexes, and through them std::mutex, recursive_mutex and timed_mutex.
//
// The model lives in glibc's own fields: __owner is the holder's index plus one, __count the recursion depth, the lower
// part of __lock the state (the upper part is the ceiling of a PROTECT mutex); an all-zero mutex is free, as
// PTHREAD_MUTEX_INITIALIZER makes it. libstdc++ neither initializes nor destroys its mutexes, so there is nothing else
// to rely on.
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "runtime/base/outcome.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/copies.h"
#include "runtime/sync/locks.h"
#include "runtime/time/time.h"

namespace sleave::rt {

namespace {

constexpr int kTypeMask = 3;
constexpr int kRobust = 16;     // glibc's PTHREAD_MUTEX_ROBUST_NORMAL_NP
constexpr int kInherit = 32;    // PTHREAD_PRIO_INHERIT
constexpr int kShared = 128;    // PTHREAD_PROCESS_SHARED
constexpr int kDestroyed = -1;  // as glibc marks it

enum State { kFree, kHeld, kOwnerDied, kInconsistent, kNotRecoverable };
constexpr int kStateMask = 0x7ffff;

State state_of(const pthread_mutex_t* mutex) { return static_cast<State>(mutex->__data.__lock & kStateMask); }
void set_state(pthread_mutex_t* mutex, State state) {
  mutex->__data.__lock = (mutex->__data.__lock & ~kStateMask) | state;
}
bool is_robust(const pthread_mutex_t* mutex) { return (mutex->__data.__kind & kRobust) != 0; }

int type_of(const pthread_mutex_t* mutex) { return mutex->__data.__kind & kTypeMask; }
int owner_id(const Thread& thread) { return static_cast<int>(thread.index) + 1; }

bool can_take(const Thread& thread) {
  const auto* mutex = static_cast<const pthread_mutex_t*>(thread.pending.object);
  return mutex_is_free(mutex) || (mutex_is_held_by(mutex, thread) && type_of(mutex) == PTHREAD_MUTEX_RECURSIVE);
}

void record_mutex(sleave_event_kind kind, std::uintptr_t site, pthread_mutex_t* mutex, std::uint8_t flags) {
  EventRecord event_record{kind, site, mutex};
  event_record.value = mutex->__data.__count;
  event_record.flags = flags;
  record_point(event_record);
}

// What a second lock by the holder does, by type. 0: go on (recursive).
int relock(pthread_mutex_t* mutex, sleave_event_kind kind, std::uintptr_t site) {
  switch (type_of(mutex)) {
    case PTHREAD_MUTEX_RECURSIVE:
      return mutex->__data.__count == ~0u ? EAGAIN : 0;
    case PTHREAD_MUTEX_ERRORCHECK:
      return EDEADLK;
    default:
      if (kind != SLEAVE_EV_mutex_lock) return 0;  // a timed lock waits for its time-out
      fail({SLEAVE_FIND_double_lock, "the thread already holds this mutex", site, 0, mutex});
  }
}

// Types that check return an error; for the others it is undefined behavior.
bool checks_use(const pthread_mutex_t* mutex) {
  const int type = type_of(mutex);
  const bool owner_is_checked = (mutex->__data.__kind & (kRobust | kInherit)) != 0;
  return type == PTHREAD_MUTEX_RECURSIVE || type == PTHREAD_MUTEX_ERRORCHECK || owner_is_checked;
}

int unlock_by_stranger(pthread_mutex_t* mutex, std::uintptr_t site) {
  if (checks_use(mutex)) {
    record_mutex(SLEAVE_EV_mutex_unlock, site, mutex, SLEAVE_EVENT_FAILED);
    return EPERM;
  }
  fail({SLEAVE_FIND_foreign_unlock,
        mutex_is_free(mutex) ? "the mutex is not locked" : "the mutex is held by another thread", site, 0, mutex});
}

void must_exist(const pthread_mutex_t* mutex, std::uintptr_t site) {
  if (mutex->__data.__kind != kDestroyed) return;
  fail({SLEAVE_FIND_use_after_destroy, "the mutex was destroyed", site, 0, mutex});
}

void must_be_original(const pthread_mutex_t* mutex, std::uintptr_t site) {
  if (mutex_is_free(mutex) || (mutex->__data.__kind & kShared) != 0) return;
  must_be_held_by_owner(mutex, mutex->__data.__owner, site);
}

// The thread may take it now; what that gives by its state.
int take_by_state(pthread_mutex_t* mutex, sleave_event_kind kind, std::uintptr_t site) {
  must_exist(mutex, site);
  if (state_of(mutex) == kNotRecoverable) {
    record_mutex(kind, site, mutex, SLEAVE_EVENT_FAILED);
    return ENOTRECOVERABLE;
  }
  const int result = mutex_take(mutex, *runtime.current, site);
  record_mutex(kind, site, mutex, SLEAVE_EVENT_CHANGED);
  return result;
}

}  // namespace

int mutex_lock(pthread_mutex_t* mutex, sleave_event_kind kind, std::uint64_t deadline, std::uintptr_t site) {
  Thread& self = *runtime.current;
  must_exist(mutex, site);
  must_be_original(mutex, site);
  if (mutex_is_held_by(mutex, self)) {
    if (const int error = relock(mutex, kind, site)) return error;
  }
  if (!scheduler.point_until({kind, site, mutex, can_take}, deadline)) {
    record_mutex(kind, site, mutex, SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT);
    deadline_passes(deadline, site);
    return ETIMEDOUT;
  }
  return take_by_state(mutex, kind, site);
}

int mutex_trylock(pthread_mutex_t* mutex, std::uintptr_t site) {
  Thread& self = *runtime.current;
  const bool weak = takes_weak_try();
  must_exist(mutex, site);
  scheduler.point({SLEAVE_EV_mutex_trylock, site, mutex, nullptr});
  must_be_original(mutex, site);
  if (weak) record_operand(site, mutex, 0, 1);
  if (!can_take(self)) {
    record_mutex(SLEAVE_EV_mutex_trylock, site, mutex, SLEAVE_EVENT_FAILED);
    return EBUSY;
  }
  if (weak && choose(SLEAVE_CHOICE_try_fail)) {
    record_mutex(SLEAVE_EV_mutex_trylock, site, mutex, SLEAVE_EVENT_FAILED | SLEAVE_EVENT_CHOSEN);
    return EBUSY;
  }
  return take_by_state(mutex, SLEAVE_EV_mutex_trylock, site);
}

int mutex_unlock(pthread_mutex_t* mutex, std::uintptr_t site) {
  Thread& self = *runtime.current;
  scheduler.point({SLEAVE_EV_mutex_unlock, site, mutex, nullptr});
  must_be_original(mutex, site);
  if (!mutex_is_held_by(mutex, self)) return unlock_by_stranger(mutex, site);
  mutex_release(mutex, self);
  record_mutex(SLEAVE_EV_mutex_unlock, site, mutex, SLEAVE_EVENT_CHANGED);
  return 0;
}

int mutex_destroy(pthread_mutex_t* mutex, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_mutex_destroy, site, mutex, nullptr});
  must_exist(mutex, site);
  must_be_original(mutex, site);
  const bool busy = !mutex_is_free(mutex);
  if (busy && !checks_use(mutex))
    fail_unless_set_aside({SLEAVE_FIND_destroyed_in_use, "the mutex is locked", site, 0, mutex});
  if (!busy) mutex->__data.__kind = kDestroyed;
  record_mutex(SLEAVE_EV_mutex_destroy, site, mutex, busy ? SLEAVE_EVENT_FAILED : SLEAVE_EVENT_CHANGED);
  return busy ? EBUSY : 0;
}

bool mutex_is_free(const pthread_mutex_t* mutex) { return mutex->__data.__owner == 0; }

bool mutex_is_held_by(const pthread_mutex_t* mutex, const Thread& thread) {
  return mutex->__data.__owner == owner_id(thread);
}

int mutex_take(pthread_mutex_t* mutex, Thread& thread, std::uintptr_t site) {
  const bool owner_died = state_of(mutex) == kOwnerDied;
  if (owner_died) mutex->__data.__count = 0;
  if (state_of(mutex) != kInconsistent) set_state(mutex, owner_died ? kInconsistent : kHeld);
  mutex->__data.__owner = owner_id(thread);
  ++mutex->__data.__count;
  add_held(thread, mutex, kModeMutex, site);
  if (is_robust(mutex)) find_held(thread, mutex)->robust = true;
  scheduler.changed(mutex);
  return owner_died ? EOWNERDEAD : 0;
}

void mutex_release(pthread_mutex_t* mutex, Thread& thread) {
  remove_held(thread, mutex);
  if (--mutex->__data.__count > 0) return;
  set_state(mutex, state_of(mutex) == kInconsistent ? kNotRecoverable : kFree);
  mutex->__data.__owner = 0;
  scheduler.changed(mutex);
}

void mutex_owner_dies(pthread_mutex_t* mutex) {
  hb_release(mutex);
  set_state(mutex, kOwnerDied);
  mutex->__data.__owner = 0;
  scheduler.changed(mutex);
}

int mutex_make_consistent(pthread_mutex_t* mutex) {
  if (!is_robust(mutex) || state_of(mutex) != kInconsistent) return EINVAL;
  set_state(mutex, kHeld);
  return 0;
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) noexcept {
  const int result = REAL(pthread_mutex_init)(mutex, attributes);
  if (controlled()) record_note({SLEAVE_EV_mutex_init, SLEAVE_SITE_HERE, mutex});
  return result;
}

SLEAVE_EXPORT int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  return controlled() ? mutex_destroy(mutex, SLEAVE_SITE_HERE) : REAL(pthread_mutex_destroy)(mutex);
}

SLEAVE_EXPORT int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return REAL(pthread_mutex_lock)(mutex);
  return mutex_lock(mutex, SLEAVE_EV_mutex_lock, kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) noexcept {
  if (!controlled()) return REAL(pthread_mutex_timedlock)(mutex, time);
  if (!valid_time(*time) && !mutex_is_free(mutex)) return EINVAL;
  return mutex_lock(mutex, SLEAVE_EV_mutex_timedlock, deadline_at(CLOCK_REALTIME, *time), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) noexcept {
  if (!controlled()) return REAL(pthread_mutex_clocklock)(mutex, clock, time);
  if (!can_wait_on(clock) || (!valid_time(*time) && !mutex_is_free(mutex))) return EINVAL;
  return mutex_lock(mutex, SLEAVE_EV_mutex_timedlock, deadline_at(clock, *time), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return controlled() ? mutex_trylock(mutex, SLEAVE_SITE_HERE) : REAL(pthread_mutex_trylock)(mutex);
}

SLEAVE_EXPORT int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return controlled() ? mutex_unlock(mutex, SLEAVE_SITE_HERE) : REAL(pthread_mutex_unlock)(mutex);
}

SLEAVE_EXPORT int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  return controlled() ? mutex_make_consistent(mutex) : REAL(pthread_mutex_consistent)(mutex);
}
