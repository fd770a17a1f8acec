// Where the livelock of a run begins.
//
// After the last change of state the threads repeat themselves until the runtime ends the run. What leads to the
// livelock are the events up to the last change, and up to the last operation after it that its thread did only once.
// From there on every fair schedule shows the same.
#pragma once

#include <cstddef>

#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Their number: all events, or of a livelocked run those before the livelock. `trace` recorded its points.
std::size_t events_before_livelock(const Trace& trace);

// A livelocked run as if it had ended there, each thread about to do what it did next.
Trace run_before_livelock(Trace trace);

// The plan that repeats a livelocked run by its decisions up to there, as plan_from_trace(); after that a spinning
// thread yields as `original` specifies.
Plan plan_before_livelock(const Trace& trace, const Plan& original);

}  // namespace sleave
