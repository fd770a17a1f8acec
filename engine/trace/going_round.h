// Where a run without progress begins to go round.
//
// After its last change its threads come to repeat themselves until the runtime's patience is over. What matters is how
// it came there: all that happened up to the last change, and up to the last operation after it that its thread did
// only once. From there on every schedule will do that gives each thread its turns.
#pragma once

#include <cstddef>

#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// All events, or of a run without progress those before it goes round. `trace` recorded its points.
std::size_t events_that_count(const Trace& trace);

// Of a run without progress: the run as if it had ended there, each thread about to do what it did next.
Trace before_going_round(Trace trace);

// The plan that makes a run without progress happen again by its decisions up to there, as plan_from_trace(); after
// that a thread that spins gives way as `original` says.
Plan plan_before_going_round(const Trace& trace, const Plan& original);

}  // namespace sleave
