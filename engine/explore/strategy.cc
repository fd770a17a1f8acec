#include "engine/explore/strategy.h"

#include "engine/explore/strategies/dpor.h"
#include "engine/explore/strategies/feedback.h"
#include "engine/explore/strategies/flip.h"
#include "engine/explore/strategies/pct.h"
#include "engine/explore/strategies/pos.h"
#include "engine/explore/strategies/random.h"
#include "engine/explore/strategies/sample.h"
#include "engine/explore/strategies/surw.h"

namespace sleave {

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names{"sample", "random", "pct", "pos", "surw", "feedback"};
  return names;
}

Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const StrategyOptions& options) {
  std::unique_ptr<Strategy> made;
  if (options.bound.kind != graph::Bound::Kind::none && name != "dpor") {
    return Error{Tier::usage, "only strategy dpor has bounds\nadd --strategy=dpor"};
  }
  if (name == "random") made = std::make_unique<RandomStrategy>(options.seed, options.choices);
  if (name == "pct") made = std::make_unique<PctStrategy>(options.seed, options.choices, options.depth);
  if (name == "pos") made = std::make_unique<PosStrategy>(options.seed, options.choices);
  if (name == "flip") made = std::make_unique<FlipStrategy>();
  if (name == "dpor") made = std::make_unique<DporStrategy>(options.choices, options.bound);
  if (name == "surw") made = std::make_unique<SurwStrategy>(options.seed, options.choices);
  if (name == "feedback") made = std::make_unique<FeedbackStrategy>(options.seed, options.choices);
  if (name == "sample") made = std::make_unique<SampleStrategy>(options.seed, options.choices);
  if (made != nullptr) return made;
  std::string known;
  for (const std::string& each : strategy_names()) known += (known.empty() ? "" : ", ") + each;
  return Error{Tier::usage, "there is no strategy '" + name + "'\nchoose one of " + known + ", flip, dpor"};
}

}  // namespace sleave
