// Tail policies: who runs next where the plan has decided nothing. One file each; policies.def lists them.
#pragma once

#include <cstdint>

#include "runtime/base/random.h"
#include "runtime/sched/thread.h"

namespace sleave::rt {

// At least two threads are enabled, or one that is not the current. `current` may be disabled.
Thread* stay_choose(Thread& current);
Thread* next_in_turn(Thread& current);  // the next enabled thread in creation order, round and round
Thread* random_choose(Random& random);
Thread* pct_choose();

// pct draws its change points when the plan starts and a priority for each thread as it appears.
void pct_start(Random& random, std::uint32_t depth, std::uint64_t length);
void pct_add(Random& random, Thread& thread);
void pct_demote(Thread& thread);

// The policy of the plan in effect.
void policy_start();
void policy_add(Thread& thread);
Thread* policy_choose(Thread& current);
void policy_waits(Thread& thread);  // the thread spins or yields: others first

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
