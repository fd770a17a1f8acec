#include "engine/strategy/decorators/random_inputs.h"

#include <nlohmann/json.hpp>

namespace sleave {
std::optional<Plan> RandomInputs::next() {
  std::optional<Plan> plan = sampler_->next();
  if (plan) known_.draw(*plan);
  return plan;
}

std::vector<Plan> RandomInputs::expected(std::size_t most) const {
  std::vector<Plan> plans = sampler_->expected(most);
  for (Plan& plan : plans) known_.draw(plan);
  return plans;
}

void RandomInputs::done(const Plan& plan, const Trace& trace) {
  known_.learn(trace);
  sampler_->done(plan, trace);
}

void RandomInputs::observe_foreign_run(const Plan& plan, const Trace& trace) {
  known_.learn(trace);
  sampler_->observe_foreign_run(plan, trace);
}

std::string RandomInputs::save() const {
  return nlohmann::json{{"sampler", nlohmann::json::parse(sampler_->save())}, {"inputs", known_.save()}}.dump();
}

Status RandomInputs::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of random inputs is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    known_.load(json.at("inputs").get<KnownInputs::Saved>());
    return sampler_->load(json.at("sampler").dump());
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
}

}  // namespace sleave
