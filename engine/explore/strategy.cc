#include "engine/explore/strategy.h"

#include "engine/explore/strategies/auto.h"
#include "engine/explore/strategies/pct.h"
#include "engine/explore/strategies/random.h"

namespace sleave {

Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const StrategyOptions& options) {
  std::unique_ptr<Strategy> made;
  if (name == "auto") made = std::make_unique<AutoStrategy>(options.seed, options.choices);
  if (name == "random") made = std::make_unique<RandomStrategy>(options.seed, options.choices);
  if (name == "pct") made = std::make_unique<PctStrategy>(options.seed, options.choices, options.depth);
  if (made != nullptr) return made;
  return Error{Tier::usage, "there is no strategy '" + name + "'\nchoose one of auto, random, pct"};
}

}  // namespace sleave
