// random: a random walk. Each enabled thread with the same probability at every point; fair with probability one.
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

void start(Random& /*random*/) {}
void add(Random& /*random*/, Thread& /*thread*/) {}
void waits(Random& /*random*/, Thread& /*thread*/) {}

Thread* choose(Random& random, Thread& /*current*/) {
  const std::uint64_t pick = random.below(scheduler.enabled_count());
  return &scheduler.enabled(static_cast<std::uint32_t>(pick));
}

}  // namespace

const TailPolicy random_policy = {start, add, choose, waits, StartsLate::always};

}  // namespace sleave::rt
