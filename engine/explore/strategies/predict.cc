#include "engine/explore/strategies/predict.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/predict/history_of_trace.h"
#include "engine/predict/schedule.h"

namespace sleave {
namespace {

constexpr std::size_t kMostRacing = 256;  // the runtime looks each access up among them

// Tail seeds that stand for what is under way and not for a sequence of draws. Sampled ones are mixed, and never small.
constexpr std::uint64_t kFirstRun = 0;

bool is_plain(const sleave_trace_access& access) {
  return access.kind == SLEAVE_ACCESS_read || access.kind == SLEAVE_ACCESS_write;
}

}  // namespace

PredictStrategy::PredictStrategy(std::uint64_t seed, const ChoiceSet& choices) : observing_(seed, choices) {
  threads_.load({{SLEAVE_NO_THREAD, 0}});
}

Plan PredictStrategy::first_plan() const {
  Plan plan;
  plan.tail_policy = SLEAVE_POLICY_stay;
  plan.tail_seed = kFirstRun;
  plan.threads = threads_.threads();
  return plan;
}

std::optional<Plan> PredictStrategy::next() {
  if (!open_.empty()) {
    Expected expected = std::move(open_.begin()->second);
    open_.erase(open_.begin());
    expected.plan.tail_seed = ++given_out_;
    Plan plan = expected.plan;
    under_way_.emplace(plan.tail_seed, std::move(expected));
    return plan;
  }
  Plan plan = begun_ ? observing_.next().value() : first_plan();
  begun_ = true;
  plan.record |= predict::kRecord;
  plan.sites.assign(racing_.begin(), racing_.end());
  return plan;
}

void PredictStrategy::done(const Plan& plan, const Trace& trace) {
  const std::optional<predict::History> history = predict::history_of(trace);
  std::unordered_set<predict::Key> happened;
  if (history) happened = predict::keys_of(trace, *history);
  const auto expected = under_way_.find(plan.tail_seed);
  if (expected != under_way_.end()) {
    const bool confirmed = predict::came_true(expected->second.prediction, trace, happened);
    ++(confirmed ? report_.confirmed : report_.not_confirmed);
    under_way_.erase(expected);
  } else if (plan.tail_seed != kFirstRun) {
    observing_.done(plan, trace);
  }
  look_at_races(trace);
  if (history) look_ahead(plan, trace, *history, predictor_.predict(*history, happened));
}

// What a race leads to shows itself if its accesses are scheduling points.
void PredictStrategy::look_at_races(const Trace& trace) {
  for (const sleave_trace_race& race : trace.races) {
    for (const sleave_trace_access& access : {race.earlier, race.later}) {
      if (is_plain(access) && racing_.size() < kMostRacing) racing_.insert(access.site);
    }
  }
}

void PredictStrategy::look_ahead(const Plan& plan, const Trace& trace, const predict::History& history,
                                 std::vector<predict::Prediction> predictions) {
  const std::vector<std::uint32_t> places = threads_.learn(trace);
  if (std::find(places.begin(), places.end(), SLEAVE_NO_THREAD) != places.end()) return;
  for (predict::Prediction& prediction : predictions) {
    ++report_.predicted;
    Plan next = first_plan();
    next.record |= predict::kRecord;
    next.sites = plan.sites;
    next.inputs = plan.inputs;
    next.choices[SLEAVE_CHOICE_reuse] = plan.choices[SLEAVE_CHOICE_reuse];
    predict::decide_order(trace, history, prediction.order, places, next);
    prediction.events.clear();
    prediction.order.clear();
    const predict::Prediction::Kind kind = prediction.kind;
    open_.emplace(kind, Expected{std::move(prediction), std::move(next)});
  }
}

// Predictions that were not tried are made again.
std::string PredictStrategy::save() const {
  std::set<predict::Key> tried(predictor_.known().begin(), predictor_.known().end());
  for (const auto& [kind, expected] : open_) tried.erase(expected.prediction.key);
  for (const auto& [seed, expected] : under_way_) tried.erase(expected.prediction.key);
  return nlohmann::json{{"observing", nlohmann::json::parse(observing_.save())},
                        {"threads", threads_.save()},
                        {"racing", racing_},
                        {"tried", tried},
                        {"given_out", given_out_},
                        {"confirmed", report_.confirmed},
                        {"not_confirmed", report_.not_confirmed}}
      .dump();
}

Status PredictStrategy::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of strategy predict is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    if (Status loaded = observing_.load(json.at("observing").dump()); !loaded) return loaded;
    if (!threads_.load(json.at("threads").get<ThreadTable::Saved>())) return damaged;
    racing_ = json.at("racing").get<std::set<sleave_site>>();
    for (const predict::Key key : json.at("tried").get<std::vector<predict::Key>>()) predictor_.know(key);
    given_out_ = json.at("given_out");
    report_.confirmed = json.at("confirmed");
    report_.not_confirmed = json.at("not_confirmed");
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  report_.predicted = report_.confirmed + report_.not_confirmed;
  return ok();
}

}  // namespace sleave
