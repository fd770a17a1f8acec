#include "engine/explore/strategy.h"

#include "engine/explore/strategies/auto.h"
#include "engine/explore/strategies/dpor.h"
#include "engine/explore/strategies/pct.h"
#include "engine/explore/strategies/pos.h"
#include "engine/explore/strategies/random.h"

namespace sleave {

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names{"auto", "random", "pct", "pos"};
  return names;
}

Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const StrategyOptions& options) {
  std::unique_ptr<Strategy> made;
  if (name == "auto") made = std::make_unique<AutoStrategy>(options.seed, options.choices);
  if (name == "random") made = std::make_unique<RandomStrategy>(options.seed, options.choices);
  if (name == "pct") made = std::make_unique<PctStrategy>(options.seed, options.choices, options.depth);
  if (name == "pos") made = std::make_unique<PosStrategy>(options.seed, options.choices);
  if (name == "dpor") made = std::make_unique<DporStrategy>(options.choices);
  if (made != nullptr) return made;
  std::string known;
  for (const std::string& each : strategy_names()) known += (known.empty() ? "" : ", ") + each;
  return Error{Tier::usage, "there is no strategy '" + name + "'\nchoose one of " + known + ", dpor"};
}

}  // namespace sleave
