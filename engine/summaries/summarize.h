// From a run of one operation to its summary.
#pragma once

#include <optional>

#include "engine/expr/path.h"
#include "engine/summaries/summary.h"
#include "engine/trace/trace.h"

namespace sleave::summaries {

// What a run has to record for it.
constexpr std::uint32_t kRecordForSummaries =
    SLEAVE_RECORD_POINTS | SLEAVE_RECORD_NOTES | SLEAVE_RECORD_ACCESSES | SLEAVE_RECORD_PATH_CONSTRAINTS;

// Steps of a longer path are not kept.
constexpr std::size_t kMostSteps = 20'000;

// The run of a program of include/sleave/harness.h with one operation (SLEAVE_OPERATIONS); `path` is all of its path.
// None: it has another form, or too many steps.
std::optional<Summary> summarize(const Trace& trace, const expr::Path& path, expr::Pool& pool);

}  // namespace sleave::summaries
