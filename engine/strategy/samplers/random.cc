#include "engine/strategy/samplers/random.h"

namespace sleave {

void RandomStrategy::set_tail(std::uint64_t /*run*/, Plan& plan) const { plan.tail_policy = SLEAVE_POLICY_random; }

}  // namespace sleave
