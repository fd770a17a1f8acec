#include "engine/strategy/predict/predictions.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/rng.h"
#include "engine/predict/dependence_of_trace.h"
#include "engine/predict/history_of_trace.h"
#include "engine/predict/schedule.h"

namespace sleave {
namespace {

constexpr std::uint64_t kStream = 0x70726564696374;  // tells these tail seeds from those of other strategies
// The events of a run are what they are by these. What limits a search is not for a run by itself.
constexpr std::uint32_t kSameEvents = SLEAVE_PLAN_SPLIT_WAITS | SLEAVE_PLAN_FREE_TIME;
constexpr std::uint64_t kEventsOfMicrosecond = 50;  // that are looked at

// Where addresses are used again, or are not ours to give, the same one need not be the same block in another order.
bool addresses_are_blocks(const Plan& plan, const Trace& trace) {
  return plan.choices[SLEAVE_CHOICE_reuse].most == 0 && trace.header.foreign_heap == 0;
}

}  // namespace

Predictions::Predictions(const Means& means) : means_(means) { threads_.load({{SLEAVE_NO_THREAD, 0}}); }

bool Predictions::can_observe(const Plan& plan) { return (plan.flags & SLEAVE_PLAN_SCHEDULE_PLAIN) == 0; }

void Predictions::observe(Plan& plan) { plan.record |= predict::kRecord; }

bool Predictions::is_observed(const Plan& plan) { return (plan.record & predict::kRecord) == predict::kRecord; }

void Predictions::learn(const Plan& plan, const Trace& trace) {
  if (!is_observed(plan)) return know_races(trace);
  const std::optional<predict::History> history = predict::history_of(trace, plan.flags);
  std::unordered_set<predict::Key> happened;
  if (history) {
    happened = predict::keys_of(trace, *history);
  } else if (has_given(plan)) {
    happened = predict::keys_of(trace, predict::beginning_of(trace, plan.flags));
  }
  const std::lock_guard lock(mutex_);
  if (const auto expected = under_way_.find(plan.id); expected != under_way_.end()) {
    const bool confirmed = predict::came_true(expected->second.prediction, trace, happened);
    ++(confirmed ? report_.confirmed : report_.not_confirmed);
    if (expected->second.prediction.precise) {
      ++report_.precise;
      report_.precise_not_confirmed += confirmed ? 0 : 1;
    }
  }
  const bool turns_on_the_spot = trace.finding() == SLEAVE_FIND_no_progress;  // round after round, and all are the same
  if (!history || turns_on_the_spot) return;
  const auto again = followed_.find(plan.id);
  std::optional<predict::Dependence> dependence;
  if (again != followed_.end()) {
    dependence = predict::dependence_of(trace, *history);
    if (!dependence && trace.concretizations.empty()) is_followed_ = false;
    if (!dependence) return;
    Plan first = plan;
    first.record = again->second;
    return this->plan(first, trace, *history, predictor_.predict(*history, happened, dependence));
  }
  const bool solve = means_.solver && addresses_are_blocks(plan, trace);
  if (solve) dependence = predict::everything_decides(*history);
  this->plan(plan, trace, *history, predictor_.predict(*history, happened, dependence));
  if (solve && means_.branches && is_followed_ && predictor_.is_worth_following(*history))
    follow(plan, trace, *history);
}

// What has happened is not predicted.
void Predictions::know_races(const Trace& trace) {
  if (trace.races.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const sleave_trace_race& race : trace.races) {
    predictor_.know(predict::race_key(race.earlier.site, race.later.site));
  }
}

// What the run did in another order.
Plan Predictions::plan_of(const Plan& observed, const Trace& trace, const predict::History& history,
                          const std::vector<predict::EventId>& order, const std::vector<std::uint32_t>& places) const {
  Plan next;
  next.record = observed.record;
  next.flags = observed.flags & kSameEvents;
  next.tail_policy = SLEAVE_POLICY_stay;
  next.threads = threads_.threads();
  next.sites = observed.sites;
  next.inputs = observed.inputs;
  next.choices[SLEAVE_CHOICE_reuse] = observed.choices[SLEAVE_CHOICE_reuse];
  predict::decide_order(trace, history, order, places, next);
  return next;
}

// The same once more, so that it tells what depends on what.
void Predictions::follow(const Plan& observed, const Trace& trace, const predict::History& history) {
  const std::vector<std::uint32_t> places = threads_.learn(trace);
  if (std::find(places.begin(), places.end(), SLEAVE_NO_THREAD) != places.end()) return;
  std::vector<predict::EventId> points;
  for (predict::EventId id = 0; id < history.size(); ++id) {
    if (history.event(id).point) points.push_back(id);
  }
  Again again{plan_of(observed, trace, history, points, places), observed.record};
  again.plan.record |= predict::kRecordDependence;
  again.plan.objects = predict::shared_locations(history);
  to_follow_.push_back(std::move(again));
}

void Predictions::plan(const Plan& observed, const Trace& trace, const predict::History& history,
                       std::vector<predict::Prediction> predictions) {
  const std::vector<std::uint32_t> places = threads_.learn(trace);
  if (std::find(places.begin(), places.end(), SLEAVE_NO_THREAD) != places.end()) return;
  for (predict::Prediction& prediction : predictions) {
    ++report_.predicted;
    prediction.precise = prediction.precise && addresses_are_blocks(observed, trace);
    Plan next = plan_of(observed, trace, history, prediction.order, places);
    prediction.events.clear();
    prediction.order.clear();
    const predict::Prediction::Kind kind = prediction.kind;
    open_.emplace(kind, Expected{std::move(prediction), std::move(next)});
  }
}

std::optional<Plan> Predictions::next() {
  const std::lock_guard lock(mutex_);
  if (!to_follow_.empty() && (open_.empty() || predict::is_meeting(open_.begin()->first))) {
    Again again = std::move(to_follow_.front());
    to_follow_.pop_front();
    again.plan.id = derive_seed(kStream, ++given_out_);
    again.plan.tail_seed = again.plan.id;
    followed_.emplace(again.plan.id, again.record);
    return std::move(again.plan);
  }
  if (open_.empty()) return std::nullopt;
  Expected expected = std::move(open_.begin()->second);
  open_.erase(open_.begin());
  expected.plan.id = derive_seed(kStream, ++given_out_);
  expected.plan.tail_seed = expected.plan.id;
  Plan plan = expected.plan;
  under_way_.emplace(plan.id, std::move(expected));
  return plan;
}

bool Predictions::has_given(const Plan& plan) const {
  const std::lock_guard lock(mutex_);
  return under_way_.contains(plan.id) || followed_.contains(plan.id);
}

bool Predictions::is_again(const Plan& plan) { return (plan.record & SLEAVE_RECORD_DECISIONS) != 0; }

void Predictions::finish(const Plan& plan) {
  const std::lock_guard lock(mutex_);
  under_way_.erase(plan.id);
  followed_.erase(plan.id);
}

std::size_t Predictions::open() const {
  const std::lock_guard lock(mutex_);
  return open_.size() + to_follow_.size();
}

bool Predictions::under_way() const {
  const std::lock_guard lock(mutex_);
  return !under_way_.empty() || !followed_.empty();
}

PredictionReport Predictions::report() const {
  const std::lock_guard lock(mutex_);
  PredictionReport report = report_;
  report.asked += predictor_.solver().queries;
  report.solved += predictor_.solver().found;
  report.given_up += predictor_.solver().given_up;
  return report;
}

std::uint64_t Predictions::analysis_cost() const {
  const std::lock_guard lock(mutex_);
  return predictor_.looked_at() / kEventsOfMicrosecond;
}

std::vector<sleave_plan_thread> Predictions::threads() const {
  const std::lock_guard lock(mutex_);
  return threads_.threads();
}

nlohmann::json Predictions::save() const {
  const PredictionReport report = this->report();
  const std::lock_guard lock(mutex_);
  std::set<predict::Key> tried(predictor_.known().begin(), predictor_.known().end());
  for (const auto& [kind, expected] : open_) tried.erase(expected.prediction.key);
  for (const auto& [seed, expected] : under_way_) tried.erase(expected.prediction.key);
  return {{"threads", threads_.save()},
          {"tried", tried},
          {"given_out", given_out_},
          {"confirmed", report_.confirmed},
          {"not_confirmed", report_.not_confirmed},
          {"precise", report_.precise},
          {"precise_not_confirmed", report_.precise_not_confirmed},
          {"asked", report.asked},
          {"solved", report.solved},
          {"given_up", report.given_up}};
}

bool Predictions::load(const nlohmann::json& saved) {
  const std::lock_guard lock(mutex_);
  if (!threads_.load(saved.at("threads").get<ThreadTable::Saved>())) return false;
  for (const predict::Key key : saved.at("tried").get<std::vector<predict::Key>>()) predictor_.know(key);
  given_out_ = saved.at("given_out");
  report_.confirmed = saved.at("confirmed");
  report_.not_confirmed = saved.at("not_confirmed");
  report_.precise = saved.at("precise");
  report_.precise_not_confirmed = saved.at("precise_not_confirmed");
  report_.asked = saved.value("asked", std::uint64_t{0});
  report_.solved = saved.value("solved", std::uint64_t{0});
  report_.given_up = saved.value("given_up", std::uint64_t{0});
  report_.predicted = report_.confirmed + report_.not_confirmed;
  return true;
}

Predictions::Means means_of(const StrategyOptions& options) {
  return {.solver = options.without != "solver", .branches = options.without != "branches"};
}

}  // namespace sleave
