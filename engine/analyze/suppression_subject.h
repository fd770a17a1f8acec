// What suppressions are held against: the stacks of a failed run as they are, and the variable it is about.
#pragma once

#include "engine/find/suppressions.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

// `trace` is of a failed run. Without recorded stacks the subject has the places of a race only, not their callers.
SuppressionSubject suppression_subject(const Trace& trace, Symbolizer& symbolizer);

}  // namespace sleave
