#include "engine/strategy/concolic/concolic.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/inputs/other_values.h"
#include "engine/inputs/saved_inputs.h"
#include "engine/strategy/factories.h"
#include "engine/strategy/plan_key.h"

namespace sleave {
namespace {

constexpr std::size_t kRound = 8;                     // plans made in one go
constexpr std::size_t kFlipsOfRound = 2;              // of them, with solved inputs, if others may be sampled,
constexpr std::size_t kUrgentOfRound = 6;             // or so many that lead where no run was
constexpr std::size_t kMostQuestions = 32;            // before something is run again,
constexpr std::size_t kAliasEvery = 4;                // of which one is about aliases
constexpr std::size_t kValuesAtOnce = 16;             // of a word that was used as it was, at first,
constexpr std::size_t kMostValues = 4'096;            // and in all
constexpr std::uint64_t kLookEvery = 4;               // sampled runs of which one records path constraints
constexpr std::size_t kMostPathConstraints = 10'000;  // of a run that are flipped
constexpr unsigned kMostRepairs = 8;                  // checks between an input and what it is for

Trace only_inputs(const Trace& trace) {
  Trace asked;
  asked.inputs = trace.inputs;
  asked.input_bytes = trace.input_bytes;
  return asked;
}

}  // namespace

ConcolicStrategy::ConcolicStrategy(Schedules schedules, std::uint64_t seed, const ChoiceSet& choices,
                                   std::unique_ptr<Solving> solving, Aliases aliases)
    : schedules_(schedules), sampler_(seed, choices), solving_(std::move(solving)), wanted_aliases_(aliases) {}

Plan ConcolicStrategy::fresh_plan() {
  if (schedules_ == Schedules::sampled) return *sampler_.next();
  Plan plan;
  plan.tail_policy = SLEAVE_POLICY_stay;
  return plan;
}

void ConcolicStrategy::add(Plan plan, const Origin& origin) {
  if (records_accesses_ && (plan.record & SLEAVE_RECORD_PATH_CONSTRAINTS) != 0) plan.record |= kRecordForAliases;
  sampler_.name_threads(plan);
  planned_.push_back({std::move(plan), origin});
}

// Inputs for a path constraint of an earlier run to be otherwise, under that run's plan: at most so many if some were
// tried before. False: nothing is pending.
bool ConcolicStrategy::plan_flip(std::size_t most_again) {
  std::optional<Flip> flip = flips_.next();
  if (!flip) return false;
  const FlippableRun& run = *flip->run;
  const Origin origin{.turned = flip->path_constraint + 1,
                      .held = run.path.path_constraints[flip->path_constraint].held,
                      .before = hash_of(std::span(run.path.path_constraints).first(flip->path_constraint)),
                      .era = era_};
  std::vector<expr::Expr> holding;
  for (std::size_t i = 0; i < flip->path_constraint; ++i) holding.push_back(run.path.path_constraints[i].held);
  const OtherValues others =
      other_values(*solving_, std::move(holding), run.path.path_constraints[flip->path_constraint], run.path.values,
                   flip->tried, flip->tried.empty() ? kValuesAtOnce : most_again,
                   std::span(run.path.path_constraints).subspan(flip->path_constraint + 1));
  for (const OtherValue& other : others.found) {
    Plan plan = run.plan;
    plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
    plan.inputs = solving_->variables().inputs_with(run.plan.inputs, run.asked, other.values);
    Origin own = other.proved ? origin : Origin{};
    if (other.proved) own.repair = flip->repair;
    add(std::move(plan), own);
    flip->tried.push_back(other.word);
  }
  flips_.answered(*flip, !others.found.empty());
  if (others.found.empty() && !plan_unproved(*flip)) plan_optimistic(*flip);
  if (others.more && flip->tried.size() < kMostValues) {
    flips_.put_back(std::move(*flip));
  } else if (others.more) {
    solving_->count_cut_short();
  }
  return true;
}

// An input under which operations of an earlier run meet, under that run's plan. False: nothing is pending.
bool ConcolicStrategy::plan_alias() {
  if (pending_aliases_.empty()) return false;
  const PendingAlias pending = std::move(pending_aliases_.front());
  pending_aliases_.pop_front();
  const FlippableRun& run = *pending.run;
  const std::optional<expr::Values> values = aliases_.answer(pending.query, run.path, *solving_);
  if (!values) return true;
  Plan plan = run.plan;
  plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
  plan.inputs = solving_->variables().inputs_with(run.plan.inputs, run.asked, *values);
  add(std::move(plan), {});
  return true;
}

// An input for an outcome that no run has taken, where the words that were used as they were allow none: it changes
// them, too.
bool ConcolicStrategy::plan_unproved(const Flip& flip) {
  const FlippableRun& run = *flip.run;
  const std::span<const expr::PathConstraint> before = std::span(run.path.path_constraints).first(flip.path_constraint);
  const expr::PathConstraint& flipped = run.path.path_constraints[flip.path_constraint];
  if (flipped.turn() != expr::Turn::FLIP) return false;
  std::vector<expr::Expr> holding;
  for (const expr::PathConstraint& each : before) {
    if (each.turn() != expr::Turn::OTHER) holding.push_back(each.held);
  }
  if (holding.size() == before.size() || !flips_.take_unproved(flip)) return false;
  const OtherValues others = other_values(*solving_, std::move(holding), flipped, run.path.values, {}, 1);
  if (others.found.empty()) return false;
  Plan plan = run.plan;
  plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
  plan.inputs = solving_->variables().inputs_with(run.plan.inputs, run.asked, others.found.front().values);
  Origin origin;
  origin.era = era_;
  origin.repair = {.path = std::make_shared<ExpectedPath>(run.path, flip.path_constraint), .left = kMostRepairs};
  add(std::move(plan), origin);
  return true;
}

// An input that takes the other outcome if it still comes there: what is known of the way to it is not asked for, as in
// QSYM. One more byte of input, say, also changes an earlier comparison of its size, which need not matter.
void ConcolicStrategy::plan_optimistic(const Flip& flip) {
  const FlippableRun& run = *flip.run;
  const expr::PathConstraint& flipped = run.path.path_constraints[flip.path_constraint];
  if (!flips_.take_optimistic(flip)) return;
  const OtherValues others = other_values(*solving_, {}, flipped, run.path.values, {}, 1);
  if (others.found.empty()) return;
  Plan plan = run.plan;
  plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
  plan.inputs = solving_->variables().inputs_with(run.plan.inputs, run.asked, others.found.front().values);
  add(std::move(plan), {});
}

InputReport ConcolicStrategy::input_report() const {
  InputReport report = solving_->report();
  report.aliases = aliases_.counts();
  report.cut_short += flips_.put_back_count();
  return report;
}

void ConcolicStrategy::plan_sample() {
  Plan plan = fresh_plan();
  if (begun_++ % kLookEvery == 0) plan.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
  if (!samples_.empty()) plan.inputs = samples_.next();
  add(std::move(plan), {});
}

void ConcolicStrategy::plan_some() {
  if (begun_ == 0) return plan_sample();
  const bool samples = schedules_ == Schedules::sampled && has_schedules_;
  for (std::size_t asked = 0; asked < kMostQuestions && planned_.size() < kRound; ++asked) {
    if (asked % kAliasEvery == 0 && plan_alias()) continue;
    const std::size_t most = !samples ? kRound : flips_.urgent() ? kUrgentOfRound : kFlipsOfRound;
    if (planned_.size() >= most || !plan_flip(most - planned_.size())) break;
  }
  for (; !again_.empty() && planned_.size() < kRound; again_.pop_front()) {
    again_.front().record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
    add(std::move(again_.front()), {});
  }
  while (samples && planned_.size() < kRound) plan_sample();
}

std::optional<Plan> ConcolicStrategy::next() {
  while (planned_.empty()) {
    plan_some();
    if (planned_.empty() && flips_.empty() && pending_aliases_.empty()) return std::nullopt;
  }
  Planned planned = std::move(planned_.front());
  planned_.pop_front();
  under_way_[plan_key(planned.plan)] = planned.origin;
  return std::move(planned.plan);
}

std::vector<Plan> ConcolicStrategy::expected(std::size_t most) const {
  std::vector<Plan> plans;
  for (const Planned& planned : planned_) {
    if (plans.size() == most) break;
    plans.push_back(planned.plan);
  }
  return plans;
}

void ConcolicStrategy::done(const Plan& plan, const Trace& trace) {
  Origin origin;
  if (const auto place = under_way_.find(plan_key(plan)); place != under_way_.end()) {
    origin = place->second;
    under_way_.erase(place);
  }
  sampler_.done(plan, trace);
  look_at(trace);
  if ((plan.record & SLEAVE_RECORD_PATH_CONSTRAINTS) != 0) learn(plan, trace, origin);
}

void ConcolicStrategy::observe_foreign_run(const Plan& plan, const Trace& trace) {
  sampler_.observe_foreign_run(plan, trace);
  look_at(trace);
  if ((plan.record & SLEAVE_RECORD_PATH_CONSTRAINTS) != 0) learn(plan, trace, {});
}

void ConcolicStrategy::look_at(const Trace& trace) {
  has_schedules_ = has_schedules_ || trace.header.points != 0 ||
                   std::any_of(std::begin(trace.header.opportunities), std::end(trace.header.opportunities),
                               [](std::uint64_t chances) { return chances != 0; });
  if (trace.header.points != 0 || trace.threads.size() > 1) flips_.threads_were_seen();
}

// A run that was to turn a path constraint need not have those before it turned again: the run that it came from did
// that.
std::size_t ConcolicStrategy::first_to_flip(const Origin& origin, const expr::Path& path) {
  if (origin.turned == 0 || origin.era != era_) return 0;
  const std::size_t before = origin.turned - 1;
  const bool as_before = path.path_constraints.size() >= before &&
                         hash_of(std::span(path.path_constraints).first(before)) == origin.before;
  const bool turned = path.path_constraints.size() > before && path.path_constraints[before].held != origin.held;
  if (as_before && turned) return origin.turned;
  solving_->count_strayed();
  return 0;
}

void ConcolicStrategy::learn(const Plan& plan, const Trace& trace, const Origin& origin) {
  std::optional<expr::Path> path = solving_->path_of(trace);
  if (era_ != solving_->era()) {
    for (const auto& run : flips_.give_up()) again_.push_back(run->plan);
    paths_.clear();
    pending_aliases_.clear();
    era_ = solving_->era();
  }
  if (!path) return;
  if (path->path_constraints.size() > kMostPathConstraints) {
    path->path_constraints.resize(kMostPathConstraints);
    solving_->count_cut_short();
  }
  const std::size_t from = first_to_flip(origin, *path);
  std::optional<PendingFlips::Check> check;
  if (origin.repair.path != nullptr && origin.repair.left > 0) {
    if (const std::optional<std::size_t> failed = origin.repair.path->first_other_outcome(*path))
      check = {.path_constraint = *failed, .repair = {.path = origin.repair.path, .left = origin.repair.left - 1}};
  }
  const bool is_new = paths_.insert(hash_of(path->path_constraints)).second;
  const bool has_accesses = (plan.record & kRecordForAliases) == kRecordForAliases;
  if (!is_new && !(has_accesses && records_accesses_)) return;
  auto run = std::make_shared<FlippableRun>(FlippableRun{.plan = plan, .asked = only_inputs(trace), .path = *path});
  run->plan.inputs = solving_->variables().inputs_with(plan.inputs, trace, path->values);
  look_for_aliases(trace, run);
  if (!is_new) return;
  if (!trace.inputs.empty() && trace.outcome() != SLEAVE_OUTCOME_excluded) samples_.add(run->plan.inputs);
  flips_.add(std::move(run), from, check);
}

// A run that did not record its accesses is made again once it shows that they matter.
void ConcolicStrategy::look_for_aliases(const Trace& trace, const std::shared_ptr<const FlippableRun>& run) {
  if (wanted_aliases_ == Aliases::ignored || trace.outcome() == SLEAVE_OUTCOME_excluded) return;
  if (!records_accesses_ && AliasQueries::is_worth_recording(trace, run->path)) {
    records_accesses_ = true;
    again_.push_back(run->plan);
  }
  if ((run->plan.record & kRecordForAliases) != kRecordForAliases) return;
  for (const AliasQuery& query : aliases_.find(trace, run->path, solving_->pool())) {
    pending_aliases_.push_back({run, query});
  }
}

// What is pending is not kept: inputs that are known are run again for their path constraints.
std::string ConcolicStrategy::save() const {
  nlohmann::json inputs = nlohmann::json::array();
  for (const InputSamples::Inputs& each : samples_.all()) inputs.push_back(save_inputs(each));
  return nlohmann::json{{"sampler", nlohmann::json::parse(sampler_.save())}, {"begun", begun_}, {"inputs", inputs}}
      .dump();
}

Status ConcolicStrategy::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of the strategy is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    if (Status loaded = sampler_.load(json.at("sampler").dump()); !loaded) return loaded;
    begun_ = json.at("begun");
    for (const auto& each : json.at("inputs")) {
      const std::optional<InputSamples::Inputs> inputs = load_inputs(each);
      if (!inputs) return damaged;
      samples_.add(*inputs);
      Plan plan = fresh_plan();
      plan.inputs = *inputs;
      again_.push_back(std::move(plan));
    }
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

namespace {

Result<std::unique_ptr<Strategy>> make(ConcolicStrategy::Schedules schedules, const StrategyOptions& options) {
  Result<std::unique_ptr<Solving>> solving = Solving::start(options.solving);
  if (!solving) return solving.error();
  const auto aliases =
      options.without == "aliases" ? ConcolicStrategy::Aliases::ignored : ConcolicStrategy::Aliases::asked;
  return std::unique_ptr<Strategy>(
      std::make_unique<ConcolicStrategy>(schedules, options.seed, options.choices, std::move(*solving), aliases));
}

}  // namespace

Result<std::unique_ptr<Strategy>> make_concolic(const StrategyOptions& options) {
  return make(ConcolicStrategy::Schedules::sampled, options);
}

Result<std::unique_ptr<Strategy>> make_inputs(const StrategyOptions& options) {
  return make(ConcolicStrategy::Schedules::plain, options);
}

}  // namespace sleave
