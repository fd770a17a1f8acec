// Gaps and assumptions in saved campaigns.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/model/gaps/gap.h"

namespace sleave {

// [["long_run", 20000, 0, ""], ...] and ["own_clocks", ...]: names of the tables, with arguments.
nlohmann::json saved_gaps(const Gaps& gaps);
nlohmann::json saved_assumptions(const Assumptions& assumptions);

// A name that is in no table, or another shape, throws nlohmann::json::exception.
Gaps gaps_from_json(const nlohmann::json& saved);
Assumptions assumptions_from_json(const nlohmann::json& saved);

}  // namespace sleave
