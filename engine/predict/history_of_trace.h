// The history of a recorded run.
//
// Followed one by one: memory, mutexes, spin locks, reader-writer locks, conditions, threads. Of semaphores, barriers,
// once, futexes and failed attempts at a lock it is assumed that they depend on everything that was done with the
// object before; of descriptors, signals, timers and what else there is, on everything of that sort; of time, on all
// there is. That loses predictions, and makes none that is wrong.
#pragma once

#include <optional>

#include "engine/predict/history.h"
#include "engine/trace/trace.h"

namespace sleave::predict {

// What a run has to record to be predicted from.
constexpr std::uint32_t kRecord = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_NOTES | SLEAVE_RECORD_ACCESSES;

// None if the trace has not all that happened, or too much, or if a thread waited in a loop until what it looked at
// changed: how often it looks depends on the plan. `flags`: those of the plan.
std::optional<History> history_of(const Trace& trace, std::uint32_t flags = 0);

// As much of it from the beginning as the trace has all events of, and not too much: for runs that are too long, to see
// whether they did what was decided for them.
History beginning_of(const Trace& trace, std::uint32_t flags = 0);

}  // namespace sleave::predict
