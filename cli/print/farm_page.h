// The campaigns of a farm as one HTML page, which loads nothing.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave {

// Of the JSON of farm.statuses_v1, one text for each campaign. `now` is shown as the time of the page.
Result<std::string> farm_page(const std::vector<std::string>& statuses, const std::string& now);

}  // namespace sleave
