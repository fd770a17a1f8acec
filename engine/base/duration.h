// Durations as people write them: 30s, 5m, 2h, 500ms, 1.5s; a bare number is seconds.
#pragma once

#include <chrono>
#include <string>

#include "engine/base/result.h"

namespace sleave {

Result<std::chrono::milliseconds> parse_duration(const std::string& text);

// The shortest exact form: "500ms", "30s", "5m", "2h".
std::string format_duration(std::chrono::milliseconds duration);

}  // namespace sleave
