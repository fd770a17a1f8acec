// Tail policies: which thread runs next where the plan has no decision. One file each; policies.def lists them.
#pragma once

#include <cstdint>

#include "abi/plan.h"
#include "runtime/base/hidden.h"
#include "runtime/base/random.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

// Whether a policy can start in the middle of a run (prefix.h), as if it had been asked nothing before: start() and an
// add() for each thread must make its memory what it would be.
enum class StartsLate : std::uint8_t { never, if_nobody_waited, always };

// A policy is a function of the plan, its random stream and what the threads have done: it may keep memory of its own
// and the fields of Thread that are set aside for it.
struct TailPolicy {
  // The plan has taken effect.
  void (*start)(Random& random);
  // A thread appeared, or was there when the plan took effect.
  void (*add)(Random& random, Thread& thread);
  // At least two threads are enabled. `current` may be disabled. The one returned executes its pending event next.
  Thread* (*choose)(Random& random, Thread& current);
  // The thread spins or yields: others first, or a strict order of threads would let it spin forever.
  void (*waits)(Random& random, Thread& thread);
  StartsLate starts_late = StartsLate::never;
};

extern const TailPolicy stay_policy;
extern const TailPolicy hold_policy;
extern const TailPolicy random_policy;
extern const TailPolicy pct_policy;
extern const TailPolicy pos_policy;
extern const TailPolicy postpone_policy;
extern const TailPolicy surw_policy;
extern const TailPolicy feedback_policy;
extern const TailPolicy serial_policy;
extern const TailPolicy progress_policy;

Thread* next_in_turn(Thread& current);  // the next enabled thread in creation order, round and round

// The policy of the plan in effect.
void policy_start();
void policy_add(Thread& thread);
Thread* policy_choose(Thread& current);
void policy_waits(Thread& thread);
// Whether the tail lets the thread continue only where no other can.
bool policy_holds(const Thread& thread);
bool policy_has_chosen();
bool policy_has_seen_waits();
bool policy_can_start_late(std::uint32_t kind, bool somebody_waited);

// The plan's decided part: the thread it wants now, null if it leaves the choice open. Also notes divergence.
void follow_start();
SLEAVE_HIDDEN extern const sleave_decision* next_decision;
SLEAVE_HIDDEN extern const sleave_decision* end_of_decisions;
inline bool follow_done() { return next_decision == end_of_decisions; }
// The first `used` decisions have been followed, under a plan that has the same.
void follow_from(std::uint32_t used);
// Null: it does not exist yet, or the plan does not name it.
Thread* thread_of_plan(std::uint64_t plan_index);
// Whether the plan decides which thread runs now.
bool follow_decides_here();
// The next thread if the plan decides: the one it switches to, else the current one.
Thread* follow_wanted(Thread& current);
Thread* follow_choose(Thread& current);
// A choice of the current thread other than a switch, below `alternatives`: its decided value, or 0.
std::uint64_t follow_value(sleave_choice_kind kind, std::uint64_t alternatives);
// Whether the plan decides exactly this value here. One that it decides for later stays.
bool follow_exactly(sleave_choice_kind kind, std::uint64_t value);
// What the plan decided for an event that the current thread has executed was not possible there.
void follow_executed();

}  // namespace sleave::rt
