#include "engine/strategy/predict/predicting.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/strategy/run_cost.h"

namespace sleave {
namespace {

// A quarter of the whole, and at the beginning some more: what starting the program takes anyway.
constexpr std::uint64_t kShare = 4;
constexpr std::uint64_t kAtFirst = 20'000;

// Whether it says itself that nothing is left. Else there may be what only another order shows.
bool has_run_everything(const Strategy& strategy) {
  const std::optional<Exhaustion> exhaustion = strategy.exhaustion();
  return exhaustion && exhaustion->complete() && !exhaustion->leaves_something_to_sampling();
}

}  // namespace

bool Predicting::is_affordable(std::uint64_t more) const {
  if (kShare * tried_ > runs_) return false;  // what a run takes besides its events is not counted
  const std::uint64_t analysis = predictions_.analysis_cost();
  return kShare * (spent_ + more + analysis) <=
         whole_ + more + analysis + inner().progress().analysis_cost + kShare * kAtFirst;
}

// If it is as long as those before were.
bool Predicting::can_be_observed(const Plan& plan) const {
  return runs_ != 0 && Predictions::can_observe(plan) && is_affordable(cost_of_recording(events_ / runs_));
}

// Where observing shows nothing new, it is done more seldom.
void Predicting::begin_turn() {
  const std::uint64_t predicted = predictions_.report().predicted;
  if (observed_) turn_ = predicted > predicted_ ? kFirstTurn : std::min(2 * turn_, kLongestTurn);
  predicted_ = predicted;
  left_ = runs_ == 0 ? 1 : turn_;
}

std::optional<Plan> Predicting::next_prediction() {
  std::optional<Plan> plan = predictions_.next();
  if (plan) ++tried_;
  return plan;
}

std::optional<Plan> Predicting::next() {
  const bool begins = left_ == 0;
  if ((begins || has_just_observed()) && is_affordable()) {
    if (std::optional<Plan> plan = next_prediction()) return plan;
  }
  std::optional<Plan> plan = inner().next();
  if (!plan) {
    const StrategyProgress progress = inner().progress();
    const bool over = !progress.has_pending_work && !progress.has_runs_in_flight;
    return over && !has_run_everything(inner()) ? next_prediction() : plan;
  }
  if (begins) {
    begin_turn();
    observed_ = can_be_observed(*plan);
    if (observed_) Predictions::observe(*plan);
  }
  --left_;
  return plan;
}

// One that is observed goes by itself: until it was looked at nobody knows what comes next.
std::vector<Plan> Predicting::expected(std::size_t most) const {
  if (left_ == 0 || has_just_observed()) return {};
  return inner().expected(std::min<std::size_t>(most, left_));
}

void Predicting::study(const Plan& plan, const Trace& trace) {
  predictions_.learn(plan, trace);
  if (!predictions_.has_given(plan)) inner().study(plan, trace);
}

void Predicting::done(const Plan& plan, const Trace& trace) {
  const std::uint64_t cost = cost_of(plan.record, trace);
  whole_ += cost;
  ++runs_;
  events_ += trace.header.events;
  if (predictions_.has_given(plan)) {
    spent_ += cost;
    predictions_.finish(plan);
    if (!Predictions::is_again(plan)) inner().observe_foreign_run(plan, trace);
    return;
  }
  if (Predictions::is_observed(plan)) spent_ += cost - std::min(cost, cost_of(0, trace));
  inner().done(plan, trace);
}

StrategyProgress Predicting::progress() const {
  StrategyProgress progress = inner().progress();
  progress.has_runs_in_flight = progress.has_runs_in_flight || predictions_.under_way();
  progress.analysis_cost += predictions_.analysis_cost();
  return progress;
}

StrategyReport Predicting::report() const {
  StrategyReport report = inner().report();
  const PredictionReport made = predictions();
  if (made.predicted == 0) return report;
  report.sections.push_back(section_of(made));
  if (shown_ == Shown::to_tools) report.sections.back().lines.clear();
  return report;
}

std::string Predicting::save() const {
  return nlohmann::json{{"inner", nlohmann::json::parse(inner().save())},
                        {"predictions", predictions_.save()},
                        {"spent", spent_},
                        {"whole", whole_}}
      .dump();
}

Status Predicting::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of predictions is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    spent_ = json.at("spent");
    whole_ = json.at("whole");
    if (!predictions_.load(json.at("predictions"))) return damaged;
    return inner().load(json.at("inner").dump());
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
}

}  // namespace sleave
