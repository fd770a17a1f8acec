// What depended on which read in a recorded run.
#pragma once

#include <optional>

#include "abi/plan.h"
#include "abi/reads.h"
#include "engine/predict/dependence.h"
#include "engine/trace/trace.h"

namespace sleave::predict {

// What a run has to record for that, besides what history_of() needs.
constexpr std::uint32_t kRecordDependence =
    SLEAVE_RECORD_PATH_CONSTRAINTS | SLEAVE_RECORD_READS | SLEAVE_RECORD_DECISIONS;

// `history` is that of the trace. None: no read was used by code that is tracked, or values were concretized. Reads
// whose use is unknown decide something at once; stores by code that is not tracked depend on everything its thread had
// read, and calling such code decides by all of that.
std::optional<Dependence> dependence_of(const Trace& trace, const History& history);

}  // namespace sleave::predict
