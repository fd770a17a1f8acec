// What the table's last rows say: the failure itself, which is no event because it never finished.
#pragma once

#include <vector>

#include "engine/analyze/names/object_names.h"
#include "engine/analyze/words/waits.h"
#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

// In a deadlock one step for each thread that causes it, in the order in which they blocked; else one of the failing
// thread, whose place is left empty for the caller; none where threads keep running (no progress).
std::vector<FindingStep> final_steps(const Trace& trace, const WaitGraph& waits, ObjectNames& names,
                                     Symbolizer& symbolizer);

}  // namespace sleave
