// The results of campaigns as one HTML page: what was claimed, how coverage grew, what was found.
#pragma once

#include <string>
#include <vector>

#include "engine/report/target_result.h"

namespace sleave {

std::string html_campaign(const std::vector<TargetResult>& targets);

}  // namespace sleave
