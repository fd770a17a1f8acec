#include "engine/strategy/predict/predict.h"

#include <nlohmann/json.hpp>

#include "abi/limits.h"
#include "engine/strategy/factories.h"

namespace sleave {
namespace {

// The id of the run without preemptions; those of sampled runs are their numbers.
constexpr std::uint64_t kFirstRun = ~std::uint64_t{0};

Plan first_plan() {
  Plan plan;
  plan.tail_policy = SLEAVE_POLICY_stay;
  plan.id = kFirstRun;
  plan.threads = {{SLEAVE_NO_THREAD, 0}};
  return plan;
}

bool is_plain(const sleave_trace_access& access) {
  return access.kind == SLEAVE_ACCESS_read || access.kind == SLEAVE_ACCESS_write;
}

}  // namespace

std::optional<Plan> PredictStrategy::next() {
  if (std::optional<Plan> plan = predictions_.next()) return plan;
  Plan plan = begun_ ? observing_.next().value() : first_plan();
  begun_ = true;
  Predictions::observe(plan);
  plan.sites.assign(racing_.begin(), racing_.end());
  return plan;
}

void PredictStrategy::done(const Plan& plan, const Trace& trace) {
  if (predictions_.has_given(plan)) {
    predictions_.finish(plan);
  } else if (plan.id != kFirstRun) {
    observing_.done(plan, trace);
  }
  look_at_races(trace);
}

// What a race leads to shows itself if its accesses are scheduling points.
void PredictStrategy::look_at_races(const Trace& trace) {
  for (const sleave_trace_race& race : trace.races) {
    for (const sleave_trace_access& access : {race.earlier, race.later}) {
      if (is_plain(access) && racing_.size() < SLEAVE_MOST_SITES) racing_.insert(access.site);
    }
  }
}

std::string PredictStrategy::save() const {
  return nlohmann::json{{"observing", nlohmann::json::parse(observing_.save())},
                        {"predictions", predictions_.save()},
                        {"racing", racing_}}
      .dump();
}

Status PredictStrategy::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of strategy predict is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    if (Status loaded = observing_.load(json.at("observing").dump()); !loaded) return loaded;
    if (!predictions_.load(json.at("predictions"))) return damaged;
    racing_ = json.at("racing").get<std::set<sleave_site>>();
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

Result<std::unique_ptr<Strategy>> make_predict(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<PredictStrategy>(options.seed, options.choices, means_of(options)));
}

}  // namespace sleave
