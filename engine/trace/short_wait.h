// Runs that end because time passes without an event (an endless loop, a call that blocks). The first of them waits as
// long as the user allows; a caller that repeats a run whose end it knows need not wait so long.
#pragma once

#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

bool ended_by_waiting(const Trace& trace);

// The plan with a limit of half a second at most. A slow but finite stretch of the program may look endless under it,
// so a run that does not end as the first did proves nothing.
Plan with_short_wait(Plan plan);

}  // namespace sleave
