// Near cause: the orderings that make a run fail as long as the rest of its schedule stays as it is.
//
// The search of cause.h compares hundreds of different schedules. A run of 10^5 events is too long for that, and often
// fails under nearly all of them, each time for another instance of the same reason. A minimized run has few
// preemptions, though, and each of them can be examined on its own: thread A is stopped, a block of other threads'
// points is executed, A continues. By halving, three places are found:
//
//   how much of the block it takes: the first point of the block without which the run passes;
//   how much earlier the block may come: the last point of A that must come before it;
//   how much later: the first point of A that must come after it.
//
// Before that the end of the run is examined: what a thread was about to do to an object, and what another thread did
// to it last, are reversed. In a deadlock these are the locks of the cycle.
//
// This takes about 20 runs for each preemption, however long the run is. All of them are counted: those in which the
// orderings held, and those in which one was reversed. The idea of moving a context switch until the failure disappears
// is that of Choi and Zeller (Isolating failure-inducing thread schedules, 2002).
#pragma once

#include <optional>

#include "engine/minimize/cause/cause.h"
#include "engine/minimize/reduce/attempts.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// `reported`, a run of `plan`, recorded its points. Nothing if it has no preemption, too many, or none that matters.
std::optional<Cause> find_near_cause(Attempts& attempts, const Plan& plan, const Trace& reported);

}  // namespace sleave
