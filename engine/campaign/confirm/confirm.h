// From a failed run to a complete finding: the run is repeated in a process of its own, recording everything, then once
// more by its explicit decisions alone. Only failures that happened again are reported.
#pragma once

#include <string>
#include <vector>

#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/run/target.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Confirmed {
  Trace trace;                     // recorded with as much detail as did not change the run; or damaged
  Plan plan;                       // replays it
  std::vector<std::string> notes;  // unexpected problems
};

// The run of a plan that should end as `failed` did. A finding by waiting costs seconds each time it is waited for, so
// a short wait is tried first.
Result<Trace> run_again(Runner& runner, const Plan& plan, const Trace& failed, Detail detail);

// `failed` is what `sampler` gave for `plan`; its deadline holds here too. `output` is for the program's. A different
// result the second time is an error of tier diverged that names where; but one whose trace the program has damaged
// proves nothing, and is returned as it is.
Result<Confirmed> confirm(const Target& target, Runner& sampler, const Plan& plan, const Trace& failed,
                          const Output& output, Symbolizer& symbolizer);

}  // namespace sleave
