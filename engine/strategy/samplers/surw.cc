#include "engine/strategy/samplers/surw.h"

#include <nlohmann/json.hpp>

#include "engine/strategy/factories.h"

namespace sleave {

void SurwStrategy::set_tail(std::uint64_t run, Plan& plan) const {
  plan.tail_policy = SLEAVE_POLICY_surw;
  weights_.select(plan);
  if (ObjectWeights::wants(run)) plan.record |= SLEAVE_RECORD_CONTACTS;
}

void SurwStrategy::learn(const Plan& /*plan*/, const Trace& trace, const std::vector<std::uint32_t>& places) {
  weights_.learn(trace, places);
}

nlohmann::json SurwStrategy::save_learned() const { return weights_.save(); }
void SurwStrategy::load_learned(const nlohmann::json& saved) { weights_.load(saved); }

Result<std::unique_ptr<Strategy>> make_surw(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<SurwStrategy>(options.seed, options.choices));
}

}  // namespace sleave
