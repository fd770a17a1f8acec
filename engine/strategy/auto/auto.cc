#include "engine/strategy/auto/auto.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/strategy/decorators/random_inputs.h"
#include "engine/strategy/factories.h"
#include "engine/strategy/plan_key.h"
#include "engine/strategy/run_cost.h"

namespace sleave {
namespace {

// A turn lasts until its member has had so much more than the next one: a part of what it has had so far, since shorter
// turns cost more (runs are made in batches), and longer ones keep the others waiting.
constexpr std::uint64_t kLead = 8;
constexpr std::uint64_t kLeastLead = 1'000;
constexpr std::uint64_t kLongestTurn = 4'096;
constexpr std::uint64_t kGuess = 30;    // of what a run costs, before there is one
constexpr std::size_t kMostReady = 16;  // runs that were thought out in a turn and are made after it
// What all may spend if the search ended early, but left out what sampling takes: a tenth of a second.
constexpr std::uint64_t kLeastInAll = 100'000;
// What the search under C++20's memory model may make of what all have spent before it, and at least: two seconds.
constexpr std::uint64_t kBeyondShare = 10;
constexpr std::uint64_t kLeastBeyond = 2'000'000;

}  // namespace

AutoStrategy::AutoStrategy(std::vector<Member> members) {
  for (Member& member : members) {
    if (member.strategy->exhaustion()) exhaustive_ = member.strategy.get();
    if (member.needs_inputs && member.strategy->report().inputs) solving_ = member.strategy.get();
    seats_.push_back({.member = std::move(member)});
  }
}

bool AutoStrategy::has_searched_all() const {
  return exhaustive_ != nullptr && exhaustive_->exhaustion()->searched_all();
}

std::uint64_t AutoStrategy::spent() const {
  std::uint64_t sum = analysis_cost();
  for (const Seat& seat : seats_) sum += seat.cost;
  return sum;
}

// Those who go on have as much again as everything took, so that completeness costs twice the time at most.
bool AutoStrategy::is_over(const Exhaustion& space) {
  if (!space.searched_all()) end_.reset();
  if (!space.complete()) return false;
  if (space.goes_beyond) {
    if (!beyond_end_) beyond_end_ = std::max(kBeyondShare * spent(), kLeastBeyond);
    return spent() >= *beyond_end_;
  }
  if (!space.leaves_something_to_sampling()) return true;
  if (!end_) end_ = std::max(2 * spent(), kLeastInAll);
  return spent() >= *end_;
}

// An audit comes before everything else: it is short, and nothing is claimed without it.
void AutoStrategy::give_turn_to_audit(std::uint64_t runs) {
  const auto seat = std::find_if(seats_.begin(), seats_.end(),
                                 [this](const Seat& each) { return each.member.strategy.get() == exhaustive_; });
  turn_ = static_cast<std::size_t>(seat - seats_.begin());
  left_ = runs;
  until_ = kAll;
}

// Whoever has had the least. Members that were idle may have something again, since others' runs are overheard.
void AutoStrategy::choose() {
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (takes_part(seats_[i]) && !seats_[i].idle) order.emplace_back(seats_[i].spent(), i);
  }
  if (order.empty()) return;
  std::sort(order.begin(), order.end());
  turn_ = order.front().second;
  const Seat& seat = seats_[turn_];
  begun_ = seat.spent();
  analysis_ = seat.member.strategy->progress().analysis_cost;
  ready_.reset();
  const std::uint64_t next = order[order.size() > 1 ? 1 : 0].first;
  const std::uint64_t lead = next - order.front().first + std::max(kLeastLead, next / kLead);
  const std::uint64_t each = seat.runs == 0 ? kGuess : (seat.spent() - seat.member.handicap) / seat.runs;
  left_ = std::clamp<std::uint64_t>(lead / std::max<std::uint64_t>(each, 1), 1, kLongestTurn);
  until_ = order.front().first + 2 * lead;
}

// A turn may be over because of one long thought. What it led to is run all the same: runs are cheap, and who waited
// for the thought would wait in vain.
bool AutoStrategy::has_thought_something_out() {
  const Strategy& member = *seats_[turn_].member.strategy;
  if (!ready_) {
    const bool by_thinking = 2 * (member.progress().analysis_cost - analysis_) > seats_[turn_].spent() - begun_;
    ready_ = by_thinking ? member.expected(kMostReady).size() : 0;
  }
  if (*ready_ == 0) return false;
  --*ready_;
  return true;
}

std::optional<Plan> AutoStrategy::next_of(std::size_t index) {
  std::optional<Plan> plan = seats_[index].member.strategy->next();
  seats_[index].idle = !plan;
  if (!plan) return plan;
  turn_ = index;
  const std::lock_guard lock(mutex_);
  under_way_.emplace(plan_key(*plan), index);
  return plan;
}

std::optional<Plan> AutoStrategy::next() {
  const Exhaustion space = exhaustive_ != nullptr ? *exhaustive_->exhaustion() : Exhaustion();
  if (is_over(space)) return std::nullopt;
  if (space.owes_audit()) {
    give_turn_to_audit(space.audit_left);
  } else if ((left_ == 0 || seats_[turn_].spent() > until_) && !has_thought_something_out()) {
    choose();
  }
  for (std::size_t tried = 0; tried <= seats_.size(); ++tried) {
    if (std::optional<Plan> plan = next_of(turn_)) {
      left_ -= left_ == 0 ? 0 : 1;
      return plan;
    }
    choose();
  }
  left_ = 0;
  for (Seat& seat : seats_) seat.idle = false;
  return std::nullopt;
}

std::vector<Plan> AutoStrategy::expected(std::size_t most) const {
  return seats_[turn_].member.strategy->expected(std::min<std::size_t>(most, ready_.value_or(left_)));
}

std::optional<std::size_t> AutoStrategy::owner_of(const Plan& plan) const {
  const std::lock_guard lock(mutex_);
  const auto place = under_way_.find(plan_key(plan));
  if (place == under_way_.end()) return std::nullopt;
  return place->second;
}

void AutoStrategy::forget(const Plan& plan) {
  const std::lock_guard lock(mutex_);
  under_way_.erase(under_way_.find(plan_key(plan)));
}

void AutoStrategy::study(const Plan& plan, const Trace& trace) {
  if (const std::optional<std::size_t> owner = owner_of(plan)) seats_[*owner].member.strategy->study(plan, trace);
}

void AutoStrategy::done(const Plan& plan, const Trace& trace) {
  const std::optional<std::size_t> owner = owner_of(plan);
  if (!owner) return observe_foreign_run(plan, trace);
  forget(plan);
  look_for_inputs(trace);
  Seat& seat = seats_[*owner];
  seat.idle = false;
  ++seat.runs;
  seat.cost += cost_of(plan.record, trace);
  seat.member.strategy->done(plan, trace);
  ++runs_;
  end_waiting();
}

// A budget of a few hundred short runs is no time at all, and should not be spent by the one that begins.
void AutoStrategy::end_waiting() {
  for (Seat& seat : seats_) {
    if (seat.runs > 0 || seat.member.waits_for_runs != runs_) continue;
    seat.member.handicap = std::min(seat.member.handicap, seats_.front().spent());
    left_ = 0;
  }
}

// Whoever takes part from now on may be next.
void AutoStrategy::look_for_inputs(const Trace& trace) {
  if (has_inputs_ || trace.inputs.empty()) return;
  take_inputs();
  left_ = 0;
}

void AutoStrategy::take_inputs() {
  has_inputs_ = true;
  for (Seat& seat : seats_) seat.full_share = seat.member.full_share;
}

void AutoStrategy::observe_foreign_run(const Plan& plan, const Trace& trace) {
  look_for_inputs(trace);
  for (Seat& seat : seats_) {
    if (!takes_part(seat)) continue;
    seat.member.strategy->observe_foreign_run(plan, trace);
    seat.idle = false;
  }
}

std::uint64_t AutoStrategy::analysis_cost() const {
  std::uint64_t sum = 0;
  for (const Seat& seat : seats_) sum += seat.member.strategy->progress().analysis_cost;
  return sum;
}

StrategyProgress AutoStrategy::progress() const {
  const bool in_flight = std::any_of(seats_.begin(), seats_.end(), [](const Seat& seat) {
    return seat.member.strategy->progress().has_runs_in_flight;
  });
  return {.has_pending_work = false, .has_runs_in_flight = in_flight, .analysis_cost = analysis_cost()};
}

std::optional<Exhaustion> AutoStrategy::exhaustion() const {
  if (exhaustive_ == nullptr) return std::nullopt;
  std::optional<Exhaustion> space = exhaustive_->exhaustion();
  if (space->searched_all()) return space;
  if (space->gaps.empty()) return std::nullopt;
  space->estimate = {};  // of its own runs, and others are made as well
  return space;
}

// Of both together only what each says for itself is known: that of the one that is right to the end, or finds more.
StrategyReport AutoStrategy::report() const {
  if (!has_inputs_ || solving_ == nullptr) return {};
  return has_searched_all() ? exhaustive_->report() : solving_->report();
}

std::string AutoStrategy::save() const {
  nlohmann::json members = nlohmann::json::array();
  for (const Seat& seat : seats_) {
    members.push_back({{"state", nlohmann::json::parse(seat.member.strategy->save())},
                       {"runs", seat.runs},
                       {"handicap", seat.member.handicap},
                       {"cost", seat.cost + seat.member.strategy->progress().analysis_cost}});
  }
  return nlohmann::json{{"members", members}, {"has_inputs", has_inputs_}, {"end", end_.value_or(0)}}.dump();
}

Status AutoStrategy::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of strategy auto is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    const nlohmann::json& members = json.at("members");
    if (members.size() != seats_.size()) return damaged;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      seats_[i].runs = members[i].at("runs");
      seats_[i].member.handicap = members[i].at("handicap");
      runs_ += seats_[i].runs;
      seats_[i].cost = members[i].at("cost");
      if (Status loaded = seats_[i].member.strategy->load(members[i].at("state").dump()); !loaded) return loaded;
    }
    if (json.at("has_inputs")) take_inputs();
    if (const auto end = json.value("end", std::uint64_t{0}); end != 0) end_ = end;
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

namespace {

// Inputs are drawn, solved for, or searched exhaustively; or all keep to those that the program has. What finds most
// failures at once, and cheaply, begins; one run of dpor may be followed by a second of solving.
constexpr std::uint64_t kBeforeSolving = 20'000;
constexpr std::uint64_t kRunsBeforeSolving = 100;
constexpr std::uint64_t kBeforeExhausting = 40'000;
constexpr std::uint64_t kRunsBeforeWeakSearch = 16;  // of a small program it meets old values sooner than drawing does
// Beside one that solves for inputs, and draws schedules as well, who draws both has done most of what it can by then.
constexpr std::uint64_t kDrawing = 100'000;

}  // namespace

Result<std::unique_ptr<Strategy>> make_auto(const StrategyOptions& options) {
  std::vector<AutoStrategy::Member> members;
  Result<std::unique_ptr<Strategy>> sampler = make_sample(sampling_options(options));
  if (!sampler) return sampler.error();
  const bool solves = options.inputs == "solve";
  if (solves)
    sampler = std::unique_ptr<Strategy>(std::make_unique<RandomInputs>(std::move(*sampler), options.given_inputs));
  members.push_back({.strategy = std::move(*sampler), .full_share = solves ? kDrawing : AutoStrategy::kAll});
  if (solves) {
    Result<std::unique_ptr<Strategy>> joint = make_concolic(options);
    if (!joint) return joint.error();
    members.push_back({.strategy = std::move(*joint),
                       .handicap = kBeforeSolving,
                       .waits_for_runs = kRunsBeforeSolving,
                       .needs_inputs = true});
  }
  StrategyOptions widening = options;
  widening.widens = options.model == "auto";
  Result<std::unique_ptr<Strategy>> exhaustive = make_dpor(widening);
  if (!exhaustive) return exhaustive.error();
  members.push_back({.strategy = std::move(*exhaustive), .handicap = kBeforeExhausting});
  if (options.model == "c++20") members.back().waits_for_runs = kRunsBeforeWeakSearch;
  return std::unique_ptr<Strategy>(std::make_unique<AutoStrategy>(std::move(members)));
}

}  // namespace sleave
