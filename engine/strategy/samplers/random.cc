#include "engine/strategy/samplers/random.h"

#include "engine/strategy/factories.h"

namespace sleave {

void RandomStrategy::set_tail(std::uint64_t /*run*/, Plan& plan) const { plan.tail_policy = SLEAVE_POLICY_random; }

Result<std::unique_ptr<Strategy>> make_random(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<RandomStrategy>(options.seed, options.choices));
}

}  // namespace sleave
