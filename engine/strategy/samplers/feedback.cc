#include "engine/strategy/samplers/feedback.h"

#include <nlohmann/json.hpp>

#include "engine/strategy/factories.h"

namespace sleave {

void FeedbackStrategy::set_tail(std::uint64_t /*run*/, Plan& plan) const {
  plan.tail_policy = SLEAVE_POLICY_feedback;
  plan.record |= SLEAVE_RECORD_PAIRS;
  memory_.steer(plan);
}

void FeedbackStrategy::learn(const Plan& plan, const Trace& trace, const std::vector<std::uint32_t>& /*places*/) {
  memory_.learn(plan, trace);
}

nlohmann::json FeedbackStrategy::save_learned() const { return memory_.save(); }
void FeedbackStrategy::load_learned(const nlohmann::json& saved) { memory_.load(saved); }

Result<std::unique_ptr<Strategy>> make_feedback(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<FeedbackStrategy>(options.seed, options.choices));
}

}  // namespace sleave
