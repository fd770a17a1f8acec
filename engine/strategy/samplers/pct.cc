#include "engine/strategy/samplers/pct.h"

#include "engine/strategy/factories.h"

namespace sleave {

void PctStrategy::set_tail(std::uint64_t /*run*/, Plan& plan) const {
  plan.tail_policy = SLEAVE_POLICY_pct;
  plan.tail_depth = depth_;
  plan.tail_length = longest();
}

Result<std::unique_ptr<Strategy>> make_pct(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<PctStrategy>(options.seed, options.choices, options.depth));
}

}  // namespace sleave
