// Virtual time: one clock of nanoseconds that starts at the same value in every run, advances a little at every
// reading, and jumps to the next deadline when every thread waits. The calls that read it are in runtime/time/.
#pragma once

#include <cstdint>

#include "abi/limits.h"
#include "runtime/base/hidden.h"
#include "runtime/base/runtime.h"

namespace sleave::rt {

constexpr std::uint64_t kClockStart = SLEAVE_CLOCK_START;

struct VirtualClock {
  std::uint64_t passed;  // since kClockStart
  std::uint64_t worked;  // of it, what readings took: the rest were jumps, in which every thread waited
};
SLEAVE_HIDDEN extern VirtualClock virtual_clock;

inline std::uint64_t clock_now() { return kClockStart + virtual_clock.passed; }

// Time advances to `now`, unless it is there already, and alarms fire.
void clock_advance_to(std::uint64_t now);

// Free time (SLEAVE_PLAN_FREE_TIME): the clock does not advance on its own. The first readings of a thread leave it as
// it is, later ones move it, more and more, so that polling ends; a sleep and a time-out move it to their deadline.
// Each of these is an event of its own.
inline bool time_is_free() { return runtime.planned && (runtime.plan->flags & SLEAVE_PLAN_FREE_TIME) != 0; }
// And the plan takes it that the program never reads the clock: where it moves is no event.
inline bool time_is_unseen() { return time_is_free() && (runtime.plan->flags & SLEAVE_PLAN_UNSEEN_TIME) != 0; }

}  // namespace sleave::rt
