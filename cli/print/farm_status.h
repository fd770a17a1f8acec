// A farm's campaign in words, and its figures: of the JSON of farm.statuses_v1 (engine/farm/sql/functions.sql).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace sleave {

std::string farm_status_lines(const std::string& text);

[[nodiscard]] std::uint64_t farm_number(const nlohmann::json& status, const char* name);
[[nodiscard]] std::uint64_t farm_classes(const nlohmann::json& status);
// Redundant ones included.
[[nodiscard]] std::uint64_t farm_runs(const nlohmann::json& status);
// Of the space, from 0 to 1.
[[nodiscard]] double farm_part_done(const nlohmann::json& status);

}  // namespace sleave
