// stay: no preemption. The current thread goes on until it blocks, ends, or spins without effect; then the next enabled
// thread in creation order, round and round, so that every thread gets its turn.
#include "runtime/base/runtime.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

void start(Random& /*random*/) {}
void add(Random& /*random*/, Thread& /*thread*/) {}
void waits(Random& /*random*/, Thread& /*thread*/) {}

Thread* choose(Random& /*random*/, Thread& current) {
  const bool spins = current.fruitless != 0 && current.fruitless % g.plan->spin_repeats == 0;
  return scheduler.is_enabled(current) && !spins ? &current : next_in_turn(current);
}

}  // namespace

const TailPolicy stay_policy = {start, add, choose, waits, StartsLate::always};

Thread* next_in_turn(Thread& current) {
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    if (scheduler.enabled(i).index > current.index) return &scheduler.enabled(i);
  }
  return &scheduler.enabled(0);
}

}  // namespace sleave::rt
