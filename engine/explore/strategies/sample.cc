#include "engine/explore/strategies/sample.h"

#include <nlohmann/json.hpp>

namespace sleave {

void SampleStrategy::set_tail(std::uint64_t run, Plan& plan) const {
  const std::uint64_t round = run / kTails;
  if (ObjectWeights::wants(round)) plan.record |= SLEAVE_RECORD_CONTACTS;
  const std::uint64_t turn = run % kTails;
  if (turn % 2 == 1) return set_feedback(plan);
  if (turn == 2) {
    plan.tail_policy = SLEAVE_POLICY_surw;
    return weights_.select(plan);
  }
  if (turn == 6) return set_older(round, plan);
  plan.tail_policy = SLEAVE_POLICY_pos;
  if (round == 0) plan.record |= SLEAVE_RECORD_PAIRS;
}

void SampleStrategy::set_feedback(Plan& plan) const {
  plan.tail_policy = SLEAVE_POLICY_feedback;
  plan.record |= SLEAVE_RECORD_PAIRS;
  memory_.steer(plan);
}

void SampleStrategy::set_older(std::uint64_t round, Plan& plan) const {
  constexpr std::uint32_t kDepths[4] = {0, 2, 3, 5};  // 0: random
  const std::uint32_t depth = kDepths[round % 4];
  plan.tail_policy = depth == 0 ? SLEAVE_POLICY_random : SLEAVE_POLICY_pct;
  plan.tail_depth = depth == 0 ? 1 : depth;
  plan.tail_length = longest();
}

void SampleStrategy::learn(const Plan& plan, const Trace& trace, const std::vector<std::uint32_t>& places) {
  weights_.learn(trace, places);
  memory_.learn(plan, trace);
}

nlohmann::json SampleStrategy::save_learned() const {
  return {{"weights", weights_.save()}, {"memory", memory_.save()}};
}

void SampleStrategy::load_learned(const nlohmann::json& saved) {
  weights_.load(saved.at("weights"));
  memory_.load(saved.at("memory"));
}

}  // namespace sleave
