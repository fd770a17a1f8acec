#include "engine/strategy/samplers/pct.h"

namespace sleave {

void PctStrategy::set_tail(std::uint64_t /*run*/, Plan& plan) const {
  plan.tail_policy = SLEAVE_POLICY_pct;
  plan.tail_depth = depth_;
  plan.tail_length = longest();
}

}  // namespace sleave
