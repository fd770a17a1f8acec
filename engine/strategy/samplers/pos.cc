#include "engine/strategy/samplers/pos.h"

#include "engine/strategy/factories.h"

namespace sleave {

void PosStrategy::set_tail(std::uint64_t /*run*/, Plan& plan) const { plan.tail_policy = SLEAVE_POLICY_pos; }

Result<std::unique_ptr<Strategy>> make_pos(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<PosStrategy>(options.seed, options.choices));
}

}  // namespace sleave
