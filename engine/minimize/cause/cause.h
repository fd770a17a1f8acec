// Cause: the orderings that make a run fail, found by experiment: as long as they hold it fails, and with one of them
// reversed it does not. docs/internals/minimizing.md describes the algorithm and the counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/find/symbols/symbolizer.h"
#include "engine/minimize/cause/ordering.h"
#include "engine/minimize/cause/reason.h"
#include "engine/minimize/cause/trials.h"

namespace sleave {

struct Cause {
  Reason<Ordering> reason;
  std::vector<Trace> others;  // runs in which operations occur that the reported run did not reach
};

// Why the run cannot be explained and what to do about it, as the end of a sentence; empty: it is short enough, and
// recorded to its end. Asked before anything is made of a trace that may be large.
std::string why_not_to_try(const Trace& reported, Symbolizer& symbolizer);

// The cause of the reported run. Nothing if no set of orderings explains it.
std::optional<Cause> find_cause(Trials& trials);

// Of trials in which none was found: why, in the same way.
std::string why_no_cause(const Trials& trials);

}  // namespace sleave
