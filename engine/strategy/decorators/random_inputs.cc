#include "engine/strategy/decorators/random_inputs.h"

#include <nlohmann/json.hpp>

#include "engine/base/rng.h"

namespace sleave {
namespace {

constexpr std::uint64_t kMutations = 0x6d757461;  // a sequence of random numbers of their own

}  // namespace

// The values depend only on the plan's seed, like those of KnownInputs.
void RandomInputs::mutate_given(Plan& plan) const {
  const std::uint64_t seed = derive_seed(plan.tail_seed, kMutations);
  for (const Plan::Input& input : given_[seed % given_.size()]) {
    if (known_.knows(input.name)) plan.inputs.push_back(input);
  }
  mutate(plan.inputs, seed);
}

void RandomInputs::draw(Plan& plan) const {
  if (!given_.empty() && (mix64(plan.tail_seed) & 1) != 0) return mutate_given(plan);
  known_.draw(plan);
}

std::optional<Plan> RandomInputs::next() {
  std::optional<Plan> plan = sampler_->next();
  if (plan) draw(*plan);
  return plan;
}

std::vector<Plan> RandomInputs::expected(std::size_t most) const {
  std::vector<Plan> plans = sampler_->expected(most);
  for (Plan& plan : plans) draw(plan);
  return plans;
}

void RandomInputs::done(const Plan& plan, const Trace& trace) {
  known_.learn(trace);
  known_.learn_values(plan.inputs, trace.outcome() == SLEAVE_OUTCOME_excluded);
  sampler_->done(plan, trace);
}

void RandomInputs::observe_foreign_run(const Plan& plan, const Trace& trace) {
  known_.learn(trace);
  known_.learn_values(plan.inputs, trace.outcome() == SLEAVE_OUTCOME_excluded);
  sampler_->observe_foreign_run(plan, trace);
}

std::string RandomInputs::save() const {
  return nlohmann::json{{"sampler", nlohmann::json::parse(sampler_->save())},
                        {"inputs", known_.save()},
                        {"largest", known_.largest()},
                        {"excludes", known_.excludes()}}
      .dump();
}

Status RandomInputs::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of random inputs is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    known_.load(json.at("inputs").get<KnownInputs::Saved>());
    known_.load(json.value("largest", KnownInputs::Largest()), json.value("excludes", false));
    return sampler_->load(json.at("sampler").dump());
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
}

}  // namespace sleave
