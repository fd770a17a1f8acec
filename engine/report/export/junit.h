// The results of campaigns as JUnit XML, which build servers read.
#pragma once

#include <string>
#include <vector>

#include "engine/report/target_result.h"

namespace sleave {

// One test case for each program; all its findings are one failure, with their text reports as its content. The
// properties of the case contain the results and the number of runs.
std::string junit_report(const std::vector<TargetResult>& targets);

}  // namespace sleave
