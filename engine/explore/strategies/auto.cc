#include "engine/explore/strategies/auto.h"

namespace sleave {

void AutoStrategy::set_tail(std::uint64_t run, Plan& plan) const {
  constexpr std::uint32_t kDepths[kTails] = {0, 2, 3, 5};  // 0: random
  const std::uint32_t depth = kDepths[run % kTails];
  plan.tail_policy = depth == 0 ? SLEAVE_POLICY_random : SLEAVE_POLICY_pct;
  plan.tail_depth = depth == 0 ? 1 : depth;
  plan.tail_length = longest();
}

}  // namespace sleave
