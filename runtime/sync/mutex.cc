// pthread mutexes, and through them std::mutex, recursive_mutex and timed_mutex.
//
// The model lives in glibc's own fields: __owner is the holder's index plus one, __count the recursion depth, __lock 1
// while held; an all-zero mutex is free, as PTHREAD_MUTEX_INITIALIZER makes it. libstdc++ neither initialises nor
// destroys its mutexes, so there is nothing else to rely on.
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "runtime/base/fatal.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/detect/detect.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/clock.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {

namespace {

constexpr int kTypeMask = 3;
constexpr int kRobust = 16;     // glibc's PTHREAD_MUTEX_ROBUST_NORMAL_NP
constexpr int kDestroyed = -1;  // as glibc marks it

int type_of(const pthread_mutex_t* mutex) { return mutex->__data.__kind & kTypeMask; }
int owner_id(const Thread& thread) { return static_cast<int>(thread.index) + 1; }

bool can_take(const Thread& thread) {
  const auto* mutex = static_cast<const pthread_mutex_t*>(thread.pending.object);
  return mutex_is_free(mutex) || (mutex_is_held_by(mutex, thread) && type_of(mutex) == PTHREAD_MUTEX_RECURSIVE);
}

void record_mutex(sleave_event_kind kind, std::uintptr_t site, pthread_mutex_t* mutex, std::uint8_t flags) {
  Happening happening{kind, site, mutex};
  happening.value = mutex->__data.__count;
  happening.flags = flags;
  record_point(happening);
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

// Types that check return an error; for the others it is undefined behaviour.
int unlock_by_stranger(pthread_mutex_t* mutex, std::uintptr_t site) {
  const int type = type_of(mutex);
  if (type == PTHREAD_MUTEX_RECURSIVE || type == PTHREAD_MUTEX_ERRORCHECK) {
    record_mutex(SLEAVE_EV_mutex_unlock, site, mutex, SLEAVE_EVENT_FAILED);
    return EPERM;
  }
  fail({SLEAVE_FIND_foreign_unlock,
        mutex_is_free(mutex) ? "the mutex is not locked" : "the mutex is held by another thread", site, 0, mutex});
}

}  // namespace

int mutex_lock(pthread_mutex_t* mutex, sleave_event_kind kind, std::uint64_t deadline, std::uintptr_t site) {
  Thread& self = *g.current;
  if (mutex->__data.__kind == kDestroyed) return EINVAL;
  if ((mutex->__data.__kind & kRobust) != 0) fatal("the program uses a robust mutex, which is not modelled yet", 0);
  if (mutex_is_held_by(mutex, self)) {
    if (const int error = relock(mutex, kind, site)) return error;
  }
  if (!scheduler.point_until({kind, site, mutex, can_take}, deadline)) {
    record_mutex(kind, site, mutex, SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT);
    return ETIMEDOUT;
  }
  mutex_take(mutex, self, site);
  record_mutex(kind, site, mutex, SLEAVE_EVENT_CHANGED);
  return 0;
}

int mutex_trylock(pthread_mutex_t* mutex, std::uintptr_t site) {
  Thread& self = *g.current;
  if (mutex->__data.__kind == kDestroyed) return EINVAL;
  scheduler.point({SLEAVE_EV_mutex_trylock, site, mutex, nullptr});
  if (!can_take(self)) {
    record_mutex(SLEAVE_EV_mutex_trylock, site, mutex, SLEAVE_EVENT_FAILED);
    return EBUSY;
  }
  mutex_take(mutex, self, site);
  record_mutex(SLEAVE_EV_mutex_trylock, site, mutex, SLEAVE_EVENT_CHANGED);
  return 0;
}

int mutex_unlock(pthread_mutex_t* mutex, std::uintptr_t site) {
  Thread& self = *g.current;
  scheduler.point({SLEAVE_EV_mutex_unlock, site, mutex, nullptr});
  if (!mutex_is_held_by(mutex, self)) return unlock_by_stranger(mutex, site);
  mutex_release(mutex, self);
  record_mutex(SLEAVE_EV_mutex_unlock, site, mutex, SLEAVE_EVENT_CHANGED);
  return 0;
}

int mutex_destroy(pthread_mutex_t* mutex, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_mutex_destroy, site, mutex, nullptr});
  const bool busy = !mutex_is_free(mutex);
  if (!busy) mutex->__data.__kind = kDestroyed;
  record_mutex(SLEAVE_EV_mutex_destroy, site, mutex, busy ? SLEAVE_EVENT_FAILED : SLEAVE_EVENT_CHANGED);
  return busy ? EBUSY : 0;
}

bool mutex_is_free(const pthread_mutex_t* mutex) { return mutex->__data.__owner == 0; }

bool mutex_is_held_by(const pthread_mutex_t* mutex, const Thread& thread) {
  return mutex->__data.__owner == owner_id(thread);
}

void mutex_take(pthread_mutex_t* mutex, Thread& thread, std::uintptr_t site) {
  mutex->__data.__lock = 1;
  mutex->__data.__owner = owner_id(thread);
  ++mutex->__data.__count;
  add_held(thread, mutex, kModeMutex, site);
  scheduler.changed(mutex);
}

void mutex_release(pthread_mutex_t* mutex, Thread& thread) {
  remove_held(thread, mutex);
  if (--mutex->__data.__count > 0) return;
  mutex->__data.__lock = 0;
  mutex->__data.__owner = 0;
  scheduler.changed(mutex);
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
