// The results of campaigns as JUnit XML, which build servers read.
#pragma once

#include <string>
#include <vector>

#include "engine/report/target_result.h"

namespace sleave {

// One test case for each program; all its findings are one failure, with their text reports as its content. What was
// found and how much was run stands in the properties of the case.
std::string junit_report(const std::vector<TargetResult>& targets);

}  // namespace sleave
