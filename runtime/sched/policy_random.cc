// random: a random walk. Each enabled thread with the same probability at every point; fair with probability one.
#include "runtime/base/runtime.h"
#include "runtime/sched/event_priority.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

void start(Random& random) {
  if (runtime.plan->tail_events != 0) priorities_start(random);
}
void add(Random& /*random*/, Thread& thread) { thread.lingers = false; }
void waits(Random& /*random*/, Thread& /*thread*/) {}

Thread& any_thread(Random& random) {
  const std::uint64_t pick = random.below(scheduler.enabled_count());
  return scheduler.enabled(static_cast<std::uint32_t>(pick));
}

// Neither lingers nor seems to spin.
bool makes_progress(const Thread& thread) {
  constexpr std::uint64_t kSpins = 4;  // events without an effect
  return !thread.lingers && thread.fruitless < kSpins;
}

bool anybody_makes_progress() {
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    if (makes_progress(scheduler.enabled(i))) return true;
  }
  return false;
}

// Those that linger rarely come before others that make progress.
Thread* choose(Random& random, Thread& current) {
  if (!threads_linger()) return &any_thread(random);
  linger(current);
  Thread* next = &any_thread(random);
  const bool waits = next->lingers && anybody_makes_progress();
  for (int i = 0; waits && next->lingers && i < 4; ++i) next = &any_thread(random);
  next->lingers = false;
  return next;
}

}  // namespace

const TailPolicy random_policy = {start, add, choose, waits, StartsLate::always};

}  // namespace sleave::rt
