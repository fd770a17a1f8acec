#include "engine/strategy/samplers/sampler.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/rng.h"

namespace sleave {

Plan Sampler::plan_of(std::uint64_t run) const {
  Plan plan;
  plan.id = run;
  plan.tail_seed = derive_seed(seed_, run);
  plan.threads = threads_.threads();
  set_tail(run, plan);
  choices_.apply(run, plan);
  return plan;
}

std::optional<Plan> Sampler::next() {
  Plan plan = plan_of(next_);
  under_way_.insert(next_++);
  return plan;
}

// Unless a run shows a new thread, more points or more opportunities than any before.
std::vector<Plan> Sampler::expected(std::size_t most) const {
  std::vector<Plan> plans;
  for (std::size_t i = 0; i < most; ++i) plans.push_back(plan_of(next_ + i));
  return plans;
}

void Sampler::done(const Plan& plan, const Trace& trace) {
  under_way_.erase(plan.id);
  observe_foreign_run(plan, trace);
}

void Sampler::observe_foreign_run(const Plan& plan, const Trace& trace) {
  longest_ = std::max<std::uint64_t>(longest_, trace.header.points);
  const std::vector<std::uint32_t> places = threads_.learn(trace);
  choices_.learn(trace);
  learn(plan, trace, places);
}

nlohmann::json Sampler::save_learned() const { return nlohmann::json::object(); }

std::string Sampler::save() const {
  const std::uint64_t first_not_done = under_way_.empty() ? next_ : *under_way_.begin();
  return nlohmann::json{{"next", first_not_done},
                        {"longest", longest_},
                        {"threads", threads_.save()},
                        {"opportunities", choices_.save()},
                        {"learned", save_learned()}}
      .dump();
}

Status Sampler::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of the strategy is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    next_ = json.at("next");
    longest_ = json.at("longest");
    if (!threads_.load(json.at("threads").get<ThreadTable::Saved>())) return damaged;
    load_learned(json.at("learned"));
    choices_.load(json.at("opportunities").get<std::vector<std::uint64_t>>());
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

}  // namespace sleave
