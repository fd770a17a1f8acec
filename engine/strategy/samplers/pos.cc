#include "engine/strategy/samplers/pos.h"

namespace sleave {

void PosStrategy::set_tail(std::uint64_t /*run*/, Plan& plan) const { plan.tail_policy = SLEAVE_POLICY_pos; }

}  // namespace sleave
