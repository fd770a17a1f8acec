// Coverage as a tracefile of LCOV, which genhtml, editors and coverage services read. Whether, not how often: every
// count is 0 or 1.
#pragma once

#include <string>

#include "engine/cover/branch_coverage.h"

namespace sleave {

std::string lcov_report(const BranchCoverage& coverage);

}  // namespace sleave
