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

// `history` is that of the trace. None: no read was looked at by code that is followed, or values were lost hold of.
// Reads of which it is not known what became of them decide something at once; what code that is not followed stored
// was made of everything its thread had read, and calling it decides by all of that.
std::optional<Dependence> dependence_of(const Trace& trace, const History& history);

}  // namespace sleave::predict
