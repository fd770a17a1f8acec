// random: a random walk. Each enabled thread with the same probability at every point; fair with probability one.
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

Thread* random_choose(Random& random) {
  const std::uint64_t pick = random.below(scheduler.enabled_count());
  return &scheduler.enabled(static_cast<std::uint32_t>(pick));
}

}  // namespace sleave::rt
