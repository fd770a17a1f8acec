// serial: calls of a client one after the other. A thread continues until it is about to begin a call, waits, gives way
// or spins; then each enabled thread with the same probability. So a call that has to wait is set aside until another
// one lets it continue.
#include "runtime/base/runtime.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

void start(Random& /*random*/) {}
void add(Random& /*random*/, Thread& /*thread*/) {}
void waits(Random& /*random*/, Thread& /*thread*/) {}

bool goes_on(const Thread& current) {
  const bool spins = current.fruitless != 0 && current.fruitless % runtime.plan->spin_repeats == 0;
  return scheduler.is_enabled(current) && !spins && current.pending.kind != SLEAVE_EV_yield;
}

Thread* choose(Random& random, Thread& current) {
  if (goes_on(current)) return &current;
  return &scheduler.enabled(static_cast<std::uint32_t>(random.below(scheduler.enabled_count())));
}

}  // namespace

const TailPolicy serial_policy = {start, add, choose, waits, StartsLate::always};

}  // namespace sleave::rt
