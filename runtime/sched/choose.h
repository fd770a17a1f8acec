// Choices other than the next thread: which waiter wakes, whether a wait ends spuriously, whether a weak operation
// fails.
//
// Each is made at the place where the standards leave it open. The plan's decisions come first; after the last of them
// the tail draws, from a random stream of its own for each kind, so that the schedule of a run and its other choices
// stay what they are without this one. The choice is recorded in the trace, and a recorded plan holds it as a decision.
#pragma once

#include <cstdint>

#include "abi/words.h"

namespace sleave::rt {

// The plan takes effect.
void choices_start();

// One of `alternatives` values from 0; 0 is what happens without a decision.
std::uint64_t choose(sleave_choice_kind kind, std::uint64_t alternatives);

// The same for the tail alone, and without a record of it.
std::uint64_t draw_choice(sleave_choice_kind kind, std::uint64_t alternatives);

// Whether something that is usual but not certain happens now: choose() between no and yes.
inline bool choose(sleave_choice_kind kind) { return choose(kind, 2) != 0; }

// For operations that are no events: whether this allocation, or creation of a thread, fails.
bool choose_failed_allocation();

// Writes into the trace what was chosen, for a choice that is drawn elsewhere. `expect`: the event it belongs to,
// SLEAVE_EV_COUNT if none.
void record_choice(sleave_choice_kind kind, sleave_event_kind expect, std::uint64_t value);

// Whether freed blocks are allocated again in this run.
bool reuses_addresses();

}  // namespace sleave::rt
