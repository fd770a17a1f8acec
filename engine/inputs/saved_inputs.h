// The inputs of a plan in a strategy's saved state.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "engine/trace/plan.h"

namespace sleave {

nlohmann::json save_inputs(const std::vector<Plan::Input>& inputs);
// None if it is not what save_inputs() made.
std::optional<std::vector<Plan::Input>> load_inputs(const nlohmann::json& saved);

}  // namespace sleave
