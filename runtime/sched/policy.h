// Tail policies: who runs next where the plan has decided nothing. One file each; policies.def lists them.
#pragma once

#include <cstdint>

#include "runtime/base/random.h"
#include "runtime/sched/thread.h"

namespace sleave::rt {

// A policy is a function of the plan, its random stream and what the threads have done: it may keep memory of its own
// and the fields of Thread that are set aside for it.
struct TailPolicy {
  // The plan has taken effect.
  void (*start)(Random& random);
  // A thread appeared, or was there when the plan took effect.
  void (*add)(Random& random, Thread& thread);
  // At least two threads are enabled. `current` may be disabled. The one returned executes its pending event next.
  Thread* (*choose)(Random& random, Thread& current);
  // The thread spins or yields: others first, or a strict order of threads would let it spin for ever.
  void (*waits)(Random& random, Thread& thread);
};

extern const TailPolicy stay_policy;
extern const TailPolicy random_policy;
extern const TailPolicy pct_policy;
extern const TailPolicy pos_policy;

Thread* next_in_turn(Thread& current);  // the next enabled thread in creation order, round and round

// The policy of the plan in effect.
void policy_start();
void policy_add(Thread& thread);
Thread* policy_choose(Thread& current);
void policy_waits(Thread& thread);

// The plan's decided part: the thread it wants now, null if it leaves the choice open. Notes divergence by itself.
void follow_start();
bool follow_done();
Thread* follow_choose(Thread& current);
// A choice of the current thread other than a switch, below `alternatives`: its decided value, or 0.
std::uint64_t follow_value(sleave_choice_kind kind, std::uint64_t alternatives);
// Whether the plan decides exactly this value here. One that it decides for later stays.
bool follow_exactly(sleave_choice_kind kind, std::uint64_t value);
// What the plan decided for an event that the current thread has executed was not possible there.
void follow_executed();

}  // namespace sleave::rt
