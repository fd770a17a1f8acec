// pthread condition variables, and through them std::condition_variable.
//
// A wait is two events: release the mutex and go to sleep, in one step; later wake with the mutex, in one step. Others
// can take the mutex in between. Who wakes without a signal (a time-out, a spurious wake-up, cancellation) stops to
// wait in one step, from which on no signal reaches it, and takes the mutex in another: others can have it first. (A
// plan may ask for four events in any case.) A signal without a sleeper is lost, and recorded as such.
// The sleepers are known from the threads; all that is kept in the pthread_cond_t is that there are some (copies.h).
#include <errno.h>
#include <pthread.h>

#include "runtime/base/outcome.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/search.h"
#include "runtime/sync/copies.h"
#include "runtime/sync/locks.h"
#include "runtime/sync/waiters.h"
#include "runtime/time/time.h"
#include "runtime/trace/site.h"

namespace sleave::rt {
namespace {

constexpr unsigned kDestroyedFlag = 1u << 31;  // ours; initialization clears it
constexpr unsigned kClockFlag = 2;             // glibc: bit 1 of __wrefs says that the attribute chose CLOCK_MONOTONIC

clockid_t clock_of(const pthread_cond_t* cond) {
  return (cond->__data.__wrefs & kClockFlag) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// Somebody signalled, and the mutex is free; or time is up, or the plan lets it wake.
bool can_wake(const Thread& thread) {
  const auto* mutex = static_cast<const pthread_mutex_t*>(thread.pending.object);
  if (thread.signalled) return is_search() || mutex_is_free(mutex) || mutex_is_held_by(mutex, thread);
  return thread.spurious || thread.early || thread.deadline <= clock_now() || cancel_requested(thread);
}

// `mutex`: that it releases or takes; null if it does not.
void record_cond(sleave_event_kind kind, std::uintptr_t site, pthread_cond_t* cond, pthread_mutex_t* mutex,
                 std::uint8_t flags, bool timed = false, bool wakes_itself = false) {
  EventRecord event_record{kind, site, cond};
  event_record.order = wakes_itself ? 1 : 0;
  event_record.value = timed ? 1 : 0;
  event_record.extra = mutex != nullptr ? location_of(mutex) : 0;
  event_record.second = mutex;
  event_record.flags = flags;
  record_point(event_record);
}

// In a search it belongs to the event with which the wait begins.
bool decide_spurious() {
  Thread& self = *runtime.current;
  self.spurious_decided = true;
  self.spurious = choose(SLEAVE_CHOICE_spurious);
  return self.spurious;
}

void must_exist(const pthread_cond_t* cond, std::uintptr_t site) {
  if ((cond->__data.__wrefs & kDestroyedFlag) == 0) return;
  fail({SLEAVE_FIND_use_after_destroy, "the condition was destroyed", site, 0, cond});
}

// A condition may be destroyed as soon as all its waiters are woken, before they have come back: glibc sees to it that
// neither disturbs the other. For the race detector the two are ordered, whichever comes first.
const void* wake_ups_of(const pthread_cond_t* cond) { return &cond->__data.__g_size; }
const void* destruction_of(const pthread_cond_t* cond) { return &cond->__data.__g_signals; }

// POSIX: all threads that wait at the same time must use the same mutex.
void must_be_the_only_mutex(const pthread_cond_t* cond, const pthread_mutex_t* mutex, std::uintptr_t site) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Thread& other = scheduler.thread(i);
    if (&other == runtime.current || !asleep_on(other, cond) || other.pending.kind != SLEAVE_EV_cond_wake) continue;
    if (other.pending.object == mutex) continue;
    fail({SLEAVE_FIND_wait_without_mutex, "another thread waits on this condition with another mutex", site, 0, cond});
  }
}

}  // namespace

int cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex, std::uint64_t deadline, std::uintptr_t site) {
  Thread& self = *runtime.current;
  scheduler.point({SLEAVE_EV_cond_wait, site, cond, nullptr});
  must_exist(cond, site);
  must_be_original(cond, site);
  if (!mutex_is_held_by(mutex, self)) {
    fail({SLEAVE_FIND_wait_without_mutex, "the thread does not hold the mutex it waits with", site, 0, mutex});
  }
  must_be_the_only_mutex(cond, mutex, site);
  // In a search unlocking and locking the mutex are events of their own, which is as POSIX has it too: a thread that
  // can take the mutex finds the waiter asleep. Then every event is an operation on one object.
  const bool splits = is_search();
  if (!splits) mutex_release(mutex, self);  // one level, as glibc does: a recursive mutex locked twice stays locked
  sleep_on(cond);
  mark_waited_on(cond);
  const bool gives_up = decide_timeout(deadline);
  const bool wakes_itself = splits && decide_spurious();
  const std::uint8_t chosen = gives_up || wakes_itself ? SLEAVE_EVENT_CHOSEN : 0;
  record_cond(SLEAVE_EV_cond_wait, site, cond, mutex, SLEAVE_EVENT_CHANGED | chosen,
              time_is_free() && deadline != kNoDeadline, wakes_itself);
  if (splits) mutex_unlock(mutex, site);

  scheduler.point_until({SLEAVE_EV_cond_wake, site, mutex, can_wake, true}, deadline);
  const bool cancelled = !self.signalled && cancel_requested(self);
  const bool timed_out = !self.signalled && !cancelled && (self.early || deadline <= clock_now());
  const bool spurious = !self.signalled && !cancelled && !timed_out;
  if (timed_out) scheduler.gave_up(deadline);
  no_longer_asleep();
  if (!self.signalled && !anybody_asleep_on(cond)) unmark_waited_on(cond);
  const bool with_mutex = self.signalled && !splits;
  int taken = with_mutex ? mutex_take(mutex, self, site) : 0;
  hb_acquire(destruction_of(cond));
  record_cond(SLEAVE_EV_cond_wake, site, cond, with_mutex ? mutex : nullptr,
              SLEAVE_EVENT_CHANGED | (timed_out ? SLEAVE_EVENT_TIMED_OUT : 0) | (spurious ? SLEAVE_EVENT_CHOSEN : 0));
  hb_release(wake_ups_of(cond));
  if (timed_out) deadline_passes(deadline, site);
  if (!with_mutex) taken = mutex_lock(mutex, SLEAVE_EV_mutex_lock, kNoDeadline, site);
  if (cancelled) scheduler.answer_request_to_cancel(site);  // a clean-up handler unlocks it
  return taken != 0 ? taken : timed_out ? ETIMEDOUT : 0;
}

int cond_wake(pthread_cond_t* cond, sleave_event_kind kind, std::uintptr_t site) {
  scheduler.point({kind, site, cond, nullptr});
  must_exist(cond, site);
  must_be_original(cond, site);
  const Woken woken = wake_sleepers(cond, kind == SLEAVE_EV_cond_signal ? 1 : ~0u);
  if (woken.count > 0 && woken.left == 0) unmark_waited_on(cond);
  EventRecord event_record{kind, site, cond};
  event_record.value = woken.first;
  event_record.extra = woken.count;
  event_record.flags = wake_flags(woken);
  record_point(event_record);
  return 0;
}

int cond_destroy(pthread_cond_t* cond, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_cond_destroy, site, cond, nullptr});
  must_exist(cond, site);
  must_be_original(cond, site);
  if (anybody_asleep_on(cond))
    fail_unless_set_aside({SLEAVE_FIND_destroyed_in_use, "threads wait on the condition", site, 0, cond});
  cond->__data.__wrefs |= kDestroyedFlag;
  hb_acquire(wake_ups_of(cond));
  EventRecord event_record{SLEAVE_EV_cond_destroy, site, cond};
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
  hb_release(destruction_of(cond));
  return 0;
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_cond_init(pthread_cond_t* cond, const pthread_condattr_t* attributes) noexcept {
  return REAL(pthread_cond_init)(cond, attributes);
}

SLEAVE_EXPORT int pthread_cond_destroy(pthread_cond_t* cond) noexcept {
  return controlled() ? cond_destroy(cond, SLEAVE_SITE_HERE) : REAL(pthread_cond_destroy)(cond);
}

SLEAVE_EXPORT int pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) {
  return controlled() ? cond_wait(cond, mutex, kNoDeadline, SLEAVE_SITE_HERE) : REAL(pthread_cond_wait)(cond, mutex);
}

SLEAVE_EXPORT int pthread_cond_timedwait(pthread_cond_t* cond, pthread_mutex_t* mutex, const timespec* time) {
  if (!controlled()) return REAL(pthread_cond_timedwait)(cond, mutex, time);
  if (!valid_time(*time)) return EINVAL;
  return cond_wait(cond, mutex, deadline_at(clock_of(cond), *time), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_cond_clockwait(pthread_cond_t* cond, pthread_mutex_t* mutex, clockid_t clock,
                                         const timespec* time) {
  if (!controlled()) return REAL(pthread_cond_clockwait)(cond, mutex, clock, time);
  if (!can_wait_on(clock) || !valid_time(*time)) return EINVAL;
  return cond_wait(cond, mutex, deadline_at(clock, *time), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_cond_signal(pthread_cond_t* cond) noexcept {
  return controlled() ? cond_wake(cond, SLEAVE_EV_cond_signal, SLEAVE_SITE_HERE) : REAL(pthread_cond_signal)(cond);
}

SLEAVE_EXPORT int pthread_cond_broadcast(pthread_cond_t* cond) noexcept {
  return controlled() ? cond_wake(cond, SLEAVE_EV_cond_broadcast, SLEAVE_SITE_HERE)
                      : REAL(pthread_cond_broadcast)(cond);
}
