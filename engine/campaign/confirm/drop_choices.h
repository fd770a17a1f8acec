// Removes the choices that a failure does not need.
//
// Each kind draws from a random stream of its own, so a plan without one of them runs as before up to the first place
// where that choice was taken. If it then fails in the same way, the choice was an accident and the simpler plan is the
// one to report. One run for each kind that the plan allows, and one to know the failure well.
#pragma once

#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Replaces `plan` and `failed`, a run of it, by the simplest that fails with the same signature.
Status drop_needless_choices(Runner& runner, Plan& plan, Trace& failed, Symbolizer& symbolizer);

}  // namespace sleave
