// The functions that make strategies: one for each row of strategies.def, defined in the strategy's own folder.
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/strategy/strategy.h"
#include "engine/strategy/strategy_options.h"

namespace sleave {

#define SLEAVE_STRATEGY(name, kind, observed, help) \
  Result<std::unique_ptr<Strategy>> make_##name(const StrategyOptions& options);
#include "engine/strategy/strategies.def"
#undef SLEAVE_STRATEGY

}  // namespace sleave
