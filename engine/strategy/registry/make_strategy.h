// Makes strategies by the names of strategies.def.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/strategy/strategy.h"
#include "engine/strategy/strategy_options.h"

namespace sleave {

// Those that sample and so always have another plan.
const std::vector<std::string>& sampler_names();

// Those that solve for inputs.
bool solves_for_inputs(const std::string& name);

// Whether there is such a strategy, and its options fit it and each other.
Status check_options(const std::string& name, const StrategyOptions& options);

Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const StrategyOptions& options);

}  // namespace sleave
