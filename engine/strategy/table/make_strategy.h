// Makes strategies by the names that users give them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/strategy/strategy.h"

namespace sleave {

// The strategies that sample and so always have another plan; the first is the default. (Besides them there is dpor.)
const std::vector<std::string>& strategy_names();

// By its name on the command line.
Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const StrategyOptions& options);

}  // namespace sleave
