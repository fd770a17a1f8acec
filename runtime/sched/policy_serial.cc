// serial: calls of a client one after the other. A thread continues until it is about to begin a call, waits, gives way
// or spins; then a thread that waited inside a call and can continue, or else any enabled thread at random. So a call
// that has to wait is set aside, and continues before the next one begins.
#include "runtime/base/runtime.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

void start(Random& /*random*/) {}
void add(Random& /*random*/, Thread& /*thread*/) {}
void waits(Random& /*random*/, Thread& /*thread*/) {}

bool spins(const Thread& thread) { return thread.fruitless != 0 && thread.fruitless % runtime.plan->spin_repeats == 0; }

bool goes_on(const Thread& current) {
  return scheduler.is_enabled(current) && !spins(current) && current.pending.kind != SLEAVE_EV_yield;
}

// One of those that `wanted` says, at random; null: there are none.
template <typename Wanted>
Thread* one_of(Random& random, Wanted wanted) {
  std::uint32_t count = 0;
  Thread* chosen = nullptr;
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    Thread& thread = scheduler.enabled(i);
    if (wanted(thread) && random.below(++count) == 0) chosen = &thread;
  }
  return chosen;
}

Thread* choose(Random& random, Thread& current) {
  if (goes_on(current)) return &current;
  Thread* const inside =
      one_of(random, [&](const Thread& thread) { return thread.in_call && &thread != &current && !spins(thread); });
  return inside != nullptr ? inside : one_of(random, [](const Thread&) { return true; });
}

}  // namespace

const TailPolicy serial_policy = {start, add, choose, waits, StartsLate::always};

}  // namespace sleave::rt
