// Steps of time: the clock, sleeps, and sleepers on conditions and futexes that may time out. The runs have free time
// (abi/plan.h): the clock is a location, and whether a wait times out is decided by the plan.
#include "engine/explore/strategies/dpor_step_reader.h"

namespace sleave {

using graph::Op;
using graph::Step;

bool StepReader::time_is_free() const { return choices_.has(SLEAVE_CHOICE_timeout); }

Step StepReader::time_step(const sleave_event& event, Step step) {
  if (!time_is_free()) return unknown(event, step);
  run_.assumptions.insert("clocks that show Sleave's time");
  if (event.kind == SLEAVE_EV_time_read) {
    step.found = event.value - event.extra;
    step.checked = true;
    if (event.extra != 0) return update(step, Op::add, event.extra);
    step.kind = Step::Kind::read;
    return step;
  }
  step.found = kClockStart;
  return update(step, Op::unsigned_max, event.extra);
}

// Whether a wait that begins will time out, or be woken before it does.
bool StepReader::will_give_up(const sleave_event& event) {
  const bool gives_up = (event.flags & SLEAVE_EVENT_CHOSEN) != 0;
  if (gives_up) gives_up_.insert(event.thread);
  return gives_up;
}

// The end of a wait that was to time out, if this is one: it leaves the list by itself, or finds that it was woken.
bool StepReader::takes_leave(const sleave_event& event, Step& step, Op op) {
  if (gives_up_.erase(event.thread) == 0) return false;
  step = update(step, op, std::uint64_t{step.thread} + 1);
  step.stores = (event.flags & SLEAVE_EVENT_TIMED_OUT) != 0;
  return true;
}

}  // namespace sleave
