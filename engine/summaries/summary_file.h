// Summaries on disk (docs/formats/summaries.md): one file for each operation, with the build that it belongs to.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/inputs/solving.h"
#include "engine/summaries/summary.h"

namespace sleave::summaries {

constexpr int kSummaryFileVersion = 1;

std::string to_json(const OperationSummaries& operation, Solving& solving);

// A usage error: the text is damaged, of another version, or of another build than `build_id`.
Result<OperationSummaries> summaries_from_json(const std::string& text, const std::string& build_id, Solving& solving);

}  // namespace sleave::summaries
