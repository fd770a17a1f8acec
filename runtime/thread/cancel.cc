#include "runtime/thread/cancel.h"

#include <errno.h>
#include <pthread.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/state/search.h"
#include "runtime/sync/yield.h"
#include "runtime/thread/thread.h"

namespace sleave::rt {

namespace {

void record_cancel(sleave_event_kind kind, Thread* target, std::uintptr_t site) {
  EventRecord event_record{kind, site};
  event_record.subject = target;
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
}

bool wants_at_once(const Thread& thread) { return cancel_requested(thread) && thread.cancel_asynchronous; }

// Of the functions that pass, those at which POSIX lets a thread be cancelled.
constexpr sleave_intercept kCancellationPoints[] = {SLEAVE_CALL_waitpid, SLEAVE_CALL_wait,  SLEAVE_CALL_waitid,
                                                    SLEAVE_CALL_wait3,   SLEAVE_CALL_wait4, SLEAVE_CALL_system};

bool passes_cancellation_point(sleave_intercept function) {
  for (const sleave_intercept point : kCancellationPoints) {
    if (point == function) return true;
  }
  return false;
}

// Besides joins and waits for conditions.
bool is_cancellation_point(sleave_event_kind kind) {
  switch (kind) {
    case SLEAVE_EV_semaphore_wait:
    case SLEAVE_EV_semaphore_timedwait:
    case SLEAVE_EV_sleep:
    case SLEAVE_EV_signal_pause:
    case SLEAVE_EV_signal_wait:
    case SLEAVE_EV_descriptor_open:
    case SLEAVE_EV_descriptor_close:
    case SLEAVE_EV_descriptor_read:
    case SLEAVE_EV_descriptor_write:
    case SLEAVE_EV_descriptor_wait:
    case SLEAVE_EV_descriptor_accept:
    case SLEAVE_EV_descriptor_connect:
      return true;
    default:
      return false;
  }
}

// What a request does there depends on more than whether it is there: a join goes on if the other thread has ended, a
// wait for a condition takes its mutex again. An asynchronous request takes effect anywhere.
bool has_other_ways(const Thread& thread, sleave_event_kind kind) {
  return thread.cancel_asynchronous || kind == SLEAVE_EV_thread_join || kind == SLEAVE_EV_cond_wait;
}

// The current thread was chosen to test.
void test(std::uintptr_t site, bool other_ways) {
  if (cancel_requested(*runtime.current) && !other_ways) answer_cancel(site);
  EventRecord event_record{SLEAVE_EV_thread_cancelled, site};
  event_record.extra = other_ways ? 1 : 0;
  event_record.flags = SLEAVE_EVENT_FAILED;
  event_record.effect = Effect::none;
  record_point(event_record);
}

}  // namespace

bool must_answer_cancel(const Thread& thread, sleave_event_kind pending, bool blocked) {
  if (!cancel_requested(thread)) return false;
  if (thread.cancel_asynchronous) return true;
  if (pending == SLEAVE_EV_thread_join) return blocked;
  return is_cancellation_point(pending) && !cancels_are_tested();
}

void test_for_cancel(const Pending& pending) {
  const Thread& self = *runtime.current;
  if (self.cancel_disabled || self.exiting) return;
  const bool other_ways = has_other_ways(self, pending.kind);
  if (!other_ways && !is_cancellation_point(pending.kind)) return;
  scheduler.turn({SLEAVE_EV_thread_cancelled, pending.site, nullptr, nullptr}, kNoDeadline);  // signals came before
  test(pending.site, other_ways);
}

bool misses_cancel(const Thread& thread) {
  return cancels_are_tested() && cancel_requested(thread) && is_cancellation_point(thread.pending.kind);
}

void answer_cancel(std::uintptr_t site) {
  Thread& self = *runtime.current;
  self.waits_on = nullptr;
  self.awaited_signals = 0;
  self.awaited = nullptr;
  record_cancel(SLEAVE_EV_thread_cancelled, nullptr, site);
  thread_exit(PTHREAD_CANCELED);
}

void before_passed_call(sleave_intercept function, std::uintptr_t site) {
  if (cancel_requested(*runtime.current) && passes_cancellation_point(function))
    scheduler.answer_request_to_cancel(site);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_cancel(pthread_t handle) {
  if (!controlled()) return REAL(pthread_cancel)(handle);
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  Thread* target = named_thread(handle);
  if (target == nullptr || target->joined) return ESRCH;
  scheduler.point({SLEAVE_EV_thread_cancel, site, nullptr, nullptr});
  target->cancel_requested = true;
  scheduler.reconsider(*target);
  record_cancel(SLEAVE_EV_thread_cancel, target, site);
  if (target == runtime.current && wants_at_once(*target)) scheduler.answer_request_to_cancel(site);
  return 0;
}

SLEAVE_EXPORT int pthread_setcancelstate(int state, int* before) {
  if (!controlled()) return REAL(pthread_setcancelstate)(state, before);
  Thread& self = *runtime.current;
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  if (before != nullptr) *before = self.cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  self.cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
  if (wants_at_once(self)) scheduler.answer_request_to_cancel(SLEAVE_SITE_HERE);
  return 0;
}

SLEAVE_EXPORT int pthread_setcanceltype(int type, int* before) {
  if (!controlled()) return REAL(pthread_setcanceltype)(type, before);
  Thread& self = *runtime.current;
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (before != nullptr) {
    *before = self.cancel_asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  }
  self.cancel_asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (self.cancel_asynchronous && cancels_are_tested())
    test_for_cancel(self.pending);  // says that a request takes effect anywhere
  if (wants_at_once(self)) scheduler.answer_request_to_cancel(SLEAVE_SITE_HERE);
  return 0;
}

// A loop that tests must let others run: they are the ones who cancel.
SLEAVE_EXPORT void pthread_testcancel() {
  if (!controlled()) return REAL(pthread_testcancel)();
  if (cancels_are_tested()) {
    if (runtime.current->cancel_disabled || runtime.current->exiting) return;
    scheduler.point({SLEAVE_EV_thread_cancelled, SLEAVE_SITE_HERE, nullptr, nullptr});
    return test(SLEAVE_SITE_HERE, false);
  }
  if (!cancel_requested(*runtime.current)) give_way(SLEAVE_SITE_HERE);
  if (cancel_requested(*runtime.current)) scheduler.answer_request_to_cancel(SLEAVE_SITE_HERE);
}
