// Reduces a failing run: the same failure with fewer preemptions, switches, threads and events (size.h).
//
// Passes over the schedule propose changes; each is run, and kept if the run fails with the same signature and is
// smaller. The proposed schedule is only a request: the run that resulted is measured and kept. Passes are
// repeated until none finds anything or the budget is used up. The same run always gives the same result.
//
//   plain     under random schedules, without any choice besides them; once
//   whole     no decision at all; only its choices
//   straight  of a long run: thread after thread up to a window before the last preemption (straighten.h)
//   cut       of a long run: the first decisions up to some, then the last of these from some on; once
//   threads   without one of the threads
//   drop      fewer decisions, by delta debugging (Zeller and Hildebrandt 2002): the current thread continues
//   merge     two segments of one thread next to each other, the earlier one later or the later one earlier
//   shorten   a segment that ends earlier: loops iterate less often before the switch that matters
//   hurry     timers that fire earlier
//   inputs    an input of zeros; then single bytes that are zero, one, or half or one less of what they were
#pragma once

#include <cstdint>

#include "engine/minimize/reduce/attempts.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Reduced {
  Plan plan;    // repeats it, decision by decision
  Trace trace;  // its points
};

// `failed`, a run of `plan`, recorded its points. Nothing if no smaller run was found.
std::optional<Reduced> reduce(Attempts& attempts, const Plan& plan, const Trace& failed);

}  // namespace sleave
