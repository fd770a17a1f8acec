// postpone: what jCUTE's search lets a run do after its decided part (engine/strategy/flip/flip_path.h). The first
// enabled thread in creation order that is not postponed goes on; a postponed one is free again when an event is
// executed that races with what it is about to do. Where nobody else is enabled, a postponed thread goes on, and the
// search sees that.
#include "runtime/base/runtime.h"
#include "runtime/sched/conflict.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

constexpr std::uint32_t kMostThreads = 64;

std::uint64_t postponed;  // by place in the plan's thread table
std::uint64_t turns;      // given to threads that spin, so that each comes after those that waited longer

std::uint64_t bit_of(const Thread& thread) {
  return thread.plan_index < kMostThreads ? std::uint64_t{1} << thread.plan_index : 0;
}

// Operations that change a second object as well.
bool frees_all(sleave_event_kind kind) {
  return kind == SLEAVE_EV_cond_wait || kind == SLEAVE_EV_cond_wake || kind == SLEAVE_EV_cond_signal ||
         kind == SLEAVE_EV_cond_broadcast;
}

void runs(const Thread& thread) {
  if (frees_all(thread.pending.kind)) postponed = 0;
  for (std::uint32_t i = 0; postponed != 0 && i < scheduler.thread_count(); ++i) {
    Thread& other = scheduler.thread(i);
    if (&other != &thread && conflict(other.pending, thread.pending)) postponed &= ~bit_of(other);
  }
}

void start(Random& /*random*/) {
  postponed = runtime.plan->tail_threads;
  turns = 0;
}

void add(Random& /*random*/, Thread& thread) { thread.priority = 0; }
void waits(Random& /*random*/, Thread& thread) { thread.priority = ++turns; }

Thread* choose(Random& /*random*/, Thread& current) {
  if (scheduler.events() < runtime.plan->decided_events) {
    return scheduler.is_enabled(current) ? &current : next_in_turn(current);
  }
  Thread* best = nullptr;
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    Thread& thread = scheduler.enabled(i);
    if ((postponed & bit_of(thread)) != 0) continue;
    if (best == nullptr || thread.priority < best->priority) best = &thread;
  }
  if (best == nullptr) best = &scheduler.enabled(0);
  runs(*best);
  return best;
}

}  // namespace

const TailPolicy postpone_policy = {start, add, choose, waits, StartsLate::if_nobody_waited};

}  // namespace sleave::rt
