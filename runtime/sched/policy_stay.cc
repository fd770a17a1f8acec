// stay: no preemption. The current thread goes on until it blocks, ends, gives way or spins without effect; then the
// next enabled thread in creation order, round and round, so that every thread gets its turn.
//
// hold: the same, but some threads continue only where no other can: those of the set tail_threads, and each after
// tail_events of its events.
//
// Of alike threads in a row (tail_alike) the first that can continues first, whichever of them it would be.
#include "runtime/base/runtime.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/alike.h"

namespace sleave::rt {

namespace {

void start(Random& /*random*/) {}
void add(Random& /*random*/, Thread& /*thread*/) {}
void waits(Random& /*random*/, Thread& /*thread*/) {}

constexpr std::uint64_t kNever = ~std::uint64_t{0};  // spin_repeats (prefix.cc)

bool can_stay(const Thread& current) {
  const bool spins = current.fruitless != 0 && current.fruitless % runtime.plan->spin_repeats == 0;
  const bool decided = scheduler.events() < runtime.plan->decided_events || runtime.plan->spin_repeats == kNever;
  const bool gives_way = current.pending.kind == SLEAVE_EV_yield && !decided;
  return scheduler.is_enabled(current) && !spins && !gives_way;
}

bool is_held(const Thread& thread) {
  if (runtime.plan->tail_events != 0 && thread.events >= runtime.plan->tail_events) return true;
  return thread.plan_index < 64 && (runtime.plan->tail_threads >> thread.plan_index & 1) != 0;
}

// Instead of `thread`: the first of those that are alike with it that can continue.
Thread* first_that_can(Thread* thread) {
  Thread* first = thread;
  for (Thread* elder = thread; has_alike_elder(*elder);) {
    elder = elder->elder;
    if (can_stay(*elder) && !is_held(*elder)) first = elder;
  }
  return first;
}

Thread* stay(Thread& current) { return can_stay(current) ? &current : next_in_turn(current); }

Thread* choose(Random& /*random*/, Thread& current) {
  Thread* const next = stay(current);
  const bool decided = scheduler.events() < runtime.plan->decided_events;
  return runtime.plan->tail_alike == 0 || decided ? next : first_that_can(next);
}

Thread* unheld(Thread& current) {
  if (can_stay(current) && !is_held(current)) return &current;
  Thread* next = &current;
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    next = next_in_turn(*next);
    if (!is_held(*next)) return next;
  }
  return next;
}

Thread* choose_unheld(Random& random, Thread& current) {
  if (scheduler.events() < runtime.plan->decided_events) return choose(random, current);
  Thread* const next = unheld(current);
  return runtime.plan->tail_alike == 0 || is_held(*next) ? next : first_that_can(next);
}

}  // namespace

bool policy_holds(const Thread& thread) {
  return runtime.plan->tail_policy == SLEAVE_POLICY_hold && scheduler.events() >= runtime.plan->decided_events &&
         is_held(thread);
}

const TailPolicy stay_policy = {start, add, choose, waits, StartsLate::always};
const TailPolicy hold_policy = {start, add, choose_unheld, waits, StartsLate::always};

Thread* next_in_turn(Thread& current) {
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    if (scheduler.enabled(i).index > current.index) return &scheduler.enabled(i);
  }
  return &scheduler.enabled(0);
}

}  // namespace sleave::rt
