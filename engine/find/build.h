// From a recorded trace to a Finding.
#pragma once

#include <string>

#include "engine/find/finding.h"
#include "engine/find/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

// Everything but id, target, strategy, seed and first_run, which the caller knows. `trace` must be of a failed run; the
// more it recorded (points, notes, accesses, stacks), the fuller the result.
Finding build_finding(const Trace& trace, Symbolizer& symbolizer);

// What makes two failures the same bug: kind, failing function and line of the innermost frames in the program's own
// code, and for a deadlock the set of waiting places. Needs only the outcome, its stacks and the threads.
std::string failure_signature(const Trace& trace, Symbolizer& symbolizer);

}  // namespace sleave
