// Learned facts as JSON: in a saved campaign, and for other processes that share the search.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/model/learned_facts.h"

namespace sleave {

nlohmann::json json_of(const LearnedFacts& facts);

// Another shape throws nlohmann::json::exception.
LearnedFacts facts_from_json(const nlohmann::json& json);

}  // namespace sleave
