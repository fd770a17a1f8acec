// Steps of time: the clock, sleeps, and sleepers on conditions and futexes that may time out. The runs have free time
// (abi/plan.h): the clock is a location, and whether a wait times out is decided by the plan.
#include "abi/limits.h"
#include "engine/model/steps/step_reader.h"

namespace sleave {

using graph::Op;
using graph::Step;

bool StepReader::time_is_free() const { return choices_.frees_time(); }

Step StepReader::time_step(const sleave_event& event, Step step) {
  if (!time_is_free()) return unknown(event, step);
  run_.assumptions.insert(Assumption::own_clocks);
  if (event.kind == SLEAVE_EV_sleep && facts_.time_is_unseen()) return step;
  if (event.kind == SLEAVE_EV_time_read) {
    if (facts_.time_is_unseen()) run_.news.clock_read.insert(true);
    step.found = event.value - event.extra;
    step.checked = true;
    if (event.extra != 0) return update(step, Op::add, event.extra);
    step.kind = Step::Kind::read;
    return step;
  }
  step.found = SLEAVE_CLOCK_START;
  step = update(step, Op::unsigned_max, event.extra);
  step.operation.b = event.kind == SLEAVE_EV_time_passes ? graph::kTimeOut : 0;
  return step;
}

bool StepReader::is_timed(std::uint32_t kind) {
  return kind == SLEAVE_EV_mutex_timedlock || kind == SLEAVE_EV_rwlock_timedrdlock ||
         kind == SLEAVE_EV_rwlock_timedwrlock || kind == SLEAVE_EV_semaphore_timedwait;
}

// A lock that waits only for some time is, where time is free, an attempt that fails where the lock is held: whoever
// got it after a while might have come then. Failures of other kinds are not followed.
bool StepReader::is_known_time_out(const sleave_event& event) const {
  const bool failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
  return time_is_free() && (!failed || (event.flags & SLEAVE_EVENT_TIMED_OUT) != 0);
}

// Whether the other thread has ended is a read of its life, which its last event writes.
Step StepReader::timed_join_step(const sleave_event& event, Step step) {
  if (!time_is_free()) return unknown(event, step);
  const std::uint32_t other = threads_[event.value];
  if (!facts_.polled.contains(other)) run_.news.polled.insert(other);
  step.kind = Step::Kind::read;
  step.location = life_of(other);
  step.found = (event.flags & SLEAVE_EVENT_FAILED) != 0 ? 0 : 1;
  step.checked = true;
  return step;
}

Step StepReader::write_life(Step step) {
  step.kind = Step::Kind::write;
  step.location = life_of(step.thread);
  step.written = 1;
  return step;
}

// Whether a wait that begins will time out, or be woken before it does.
bool StepReader::will_give_up(const sleave_event& event) {
  const bool gives_up = (event.flags & SLEAVE_EVENT_CHOSEN) != 0;
  if (gives_up) gives_up_.insert(event.thread);
  return gives_up;
}

// The end of a wait that was to time out or wake spuriously, if this is one: it leaves the list by itself, or finds
// that it was woken.
bool StepReader::takes_leave(const sleave_event& event, Step& step, Op op, std::uint64_t sleeper) {
  if (gives_up_.erase(event.thread) == 0) return false;
  step = update(step, op, sleeper);
  step.stores = (event.flags & (SLEAVE_EVENT_TIMED_OUT | SLEAVE_EVENT_CHOSEN)) != 0;
  return true;
}

}  // namespace sleave
