// Checkpoints: a run that begins where an earlier one already was.
//
// Many plans of a campaign share a long beginning: what the program does before its threads meet, or the decided part
// that a search repeats before it tries something else. A worker (worker.h) keeps copies of its memory from a few such
// moments, and a run whose plan says the same up to one of them starts there. Nobody who makes plans knows: the trace
// is that of the whole run, bit for bit.
//
// A moment is a decision of the scheduler, just before it is taken: one that the plan has decided, with few others
// behind it, or the first one that is left to the tail. Up to there the run depended on nothing that another plan with
// the same decisions could say differently (sched/prefix.h). A checkpoint holds the pages written since the worker's
// start; what is outside memory must be as it was at that start, or there is none.
//
// It has to pay: one is taken only after many events since the last, and when several in a row were of no use, no more
// are. There are at most kMostCheckpoints; the one unused for longest makes room.
//
// The scheduler asks for one through at_checkpoint_place() of runtime/sched/sources.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/plan.h"

namespace sleave::rt {

// The plan has taken effect at the program's beginning.
void checkpoints_start();

// In a worker between two runs, its memory restored: continues at the deepest checkpoint that fits the plan; returns if
// there is none.
void begin_at_checkpoint(const sleave_plan& plan);

// The worker's room for them.
void checkpoints_use(char* memory, std::size_t bytes);

}  // namespace sleave::rt
