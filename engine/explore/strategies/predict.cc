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
    Expected expected = std::move(open_.front());
    open_.pop_front();
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
  const auto expected = under_way_.find(plan.tail_seed);
  if (expected != under_way_.end()) {
    conclude(expected->second, trace);
    under_way_.erase(expected);
  } else if (plan.tail_seed != kFirstRun) {
    observing_.done(plan, trace);
  }
  look_at_races(trace);
  look_ahead(plan, trace);
}

void PredictStrategy::conclude(const Expected& expected, const Trace& trace) {
  const bool confirmed = predict::came_true(expected.prediction, *expected.history, trace);
  ++(confirmed ? report_.confirmed : report_.not_confirmed);
}

// What a race leads to shows itself if its accesses are scheduling points.
void PredictStrategy::look_at_races(const Trace& trace) {
  for (const sleave_trace_race& race : trace.races) {
    for (const sleave_trace_access& access : {race.earlier, race.later}) {
      if (is_plain(access) && racing_.size() < kMostRacing) racing_.insert(access.site);
    }
  }
}

void PredictStrategy::look_ahead(const Plan& plan, const Trace& trace) {
  const std::vector<std::uint32_t> places = threads_.learn(trace);
  if (std::find(places.begin(), places.end(), SLEAVE_NO_THREAD) != places.end()) return;
  std::optional<predict::History> read = predict::history_of(trace);
  if (!read) return;
  const auto history = std::make_shared<const predict::History>(std::move(*read));
  for (predict::Prediction& prediction : predictor_.predict(trace, *history)) {
    ++report_.predicted;
    Plan next = first_plan();
    next.record |= predict::kRecord;
    next.sites = plan.sites;
    next.inputs = plan.inputs;
    next.choices[SLEAVE_CHOICE_reuse] = plan.choices[SLEAVE_CHOICE_reuse];
    predict::decide_order(trace, *history, prediction.order, places, next);
    open_.push_back({std::move(prediction), history, std::move(next)});
  }
}

// Predictions that were not tried are made again.
std::string PredictStrategy::save() const {
  std::set<predict::Key> tried(predictor_.known().begin(), predictor_.known().end());
  const auto leave_out = [&](const Expected& expected) {
    tried.erase(key_of(*expected.history, expected.prediction.kind, expected.prediction.events));
  };
  for (const Expected& expected : open_) leave_out(expected);
  for (const auto& [seed, expected] : under_way_) leave_out(expected);
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
