// A farm's campaign in words.
#pragma once

#include <string>

namespace sleave {

// Of the JSON of farm.statuses_v1 (engine/farm/sql/functions.sql).
std::string farm_status_lines(const std::string& text);

}  // namespace sleave
