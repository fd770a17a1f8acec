#include "engine/explore/strategy.h"

#include "engine/explore/strategies/auto.h"
#include "engine/explore/strategies/pct.h"
#include "engine/explore/strategies/random.h"

namespace sleave {

Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const StrategyOptions& options) {
  if (name == "auto") return std::unique_ptr<Strategy>(std::make_unique<AutoStrategy>(options.seed));
  if (name == "random") return std::unique_ptr<Strategy>(std::make_unique<RandomStrategy>(options.seed));
  if (name == "pct") return std::unique_ptr<Strategy>(std::make_unique<PctStrategy>(options.seed, options.depth));
  return Error{Tier::usage, "there is no strategy '" + name + "'\nchoose one of auto, random, pct"};
}

}  // namespace sleave
