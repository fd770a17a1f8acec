// What a farm's campaign has noted about its search, in words.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sleave {

struct FarmNotes {
  std::vector<std::string> gaps;
  std::vector<std::string> assumptions;
  std::vector<std::string> bounds;  // "2 preemptions"
};

// `notes` of farm.statuses_v1. Throws nlohmann::json::exception for something else.
FarmNotes farm_notes(const nlohmann::json& notes);

}  // namespace sleave
