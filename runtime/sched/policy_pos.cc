// pos: partial order sampling (event_priority.h).
#include "runtime/sched/event_priority.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

void start(Random& random) { priorities_start(random); }
void add(Random& random, Thread& thread) { priorities_add(random, thread); }
void waits(Random& /*random*/, Thread& thread) { lowest_priority(thread); }

Thread* first() {
  Thread* best = &scheduler.enabled(0);
  for (std::uint32_t i = 1; i < scheduler.enabled_count(); ++i) {
    Thread& other = scheduler.enabled(i);
    if (rank_of(other) > rank_of(*best)) best = &other;
  }
  return best;
}

Thread* choose(Random& random, Thread& current) {
  event_ran(random, current);
  Thread* next = first();
  while (falls_behind(*next)) next = first();
  event_runs(random, *next);
  return next;
}

}  // namespace

const TailPolicy pos_policy = {start, add, choose, waits, StartsLate::if_nobody_waited};

}  // namespace sleave::rt
