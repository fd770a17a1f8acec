#include "engine/strategy/samplers/progress.h"

#include "engine/strategy/factories.h"

namespace sleave {

// Every second plan lets calls run in turns as well.
void ProgressStrategy::set_tail(std::uint64_t run, Plan& plan) const {
  plan.tail_policy = SLEAVE_POLICY_progress;
  plan.tail_depth = 1 + static_cast<std::uint32_t>(run % 2);
}

Result<std::unique_ptr<Strategy>> make_progress(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<ProgressStrategy>(options.seed, options.choices));
}

}  // namespace sleave
