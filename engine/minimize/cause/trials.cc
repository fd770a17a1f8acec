#include "engine/minimize/cause/trials.h"

#include <algorithm>
#include <utility>

namespace sleave {
namespace {

constexpr std::size_t kMostLearned = 12;
constexpr std::uint64_t kFreshEventsKept = 200'000;   // in the traces of fresh runs that passed
constexpr std::uint64_t kFreshStream = 0x6672657368;  // tells this stream from others

// The reported run's choices, each of the same thread at the same place.
bool has_choices_of(const Trace& reported, const Trace& run, const Moments& moments) {
  return std::all_of(reported.choices.begin(), reported.choices.end(), [&](const sleave_trace_choice& wanted) {
    if (wanted.value == 0) return true;
    return std::any_of(run.choices.begin(), run.choices.end(), [&](const sleave_trace_choice& made) {
      if (made.kind != wanted.kind || made.value != wanted.value) return false;
      return made.kind == SLEAVE_CHOICE_reuse ||
             (made.index == wanted.index && moments.reported_thread(made.thread) == wanted.thread);
    });
  });
}

}  // namespace

Plan Trials::plan_like(const Trace& run) const {
  Plan plan = plan_from_trace(run, plan_);
  plan.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_STACKS;
  return plan;
}

std::optional<Trial> Trials::run(const std::vector<Ordering>& wanted, Arranger::Kind kind) {
  return run(wanted, kind, nullptr);
}

std::optional<Trial> Trials::run(const std::vector<Ordering>& wanted, Arranger::Kind kind,
                                 const std::vector<Plan::Input>& inputs) {
  return run(wanted, kind, &inputs);
}

std::optional<Trial> Trials::run(const std::vector<Ordering>& wanted, Arranger::Kind kind,
                                 const std::vector<Plan::Input>* inputs) {
  const bool at_random = kind != Arranger::Kind::near;
  Rng& rng = kind == Arranger::Kind::further ? further_rng_ : rng_;
  const std::size_t first = at_random ? rng.below(arrangers_.size()) : 0;
  for (std::size_t i = 0; i < arrangers_.size(); ++i) {
    const std::size_t which = (first + i) % arrangers_.size();
    const std::optional<Schedule> schedule = arrangers_[which].arrange(wanted, kind, rng);
    if (!schedule) continue;
    Plan plan = plan_like(which == 0 ? reported_ : learned_[which - 1]);
    if (inputs != nullptr) plan.inputs = *inputs;
    plan.decisions = decisions_of(*schedule);
    return run(std::move(plan), at_random, rng);
  }
  return std::nullopt;
}

std::optional<Trial> Trials::run_freely() {
  if (!schedule_of(reported_).choices.empty()) return std::nullopt;
  Plan plan = plan_like(reported_);
  plan.decisions.clear();
  return run(std::move(plan), true, rng_);
}

std::optional<Trial> Trials::run(Plan plan, bool at_random, Rng& rng) {
  plan.spin_repeats = plan_.spin_repeats;
  plan.max_events = std::min(plan_.max_events, 2 * reported_.header.events + 1'000);
  if (at_random) plan.tail_policy = SLEAVE_POLICY_random;
  plan.tail_seed = rng.next();
  return trial_of(plan, attempts_);
}

std::optional<Trial> Trials::trial_of(const Plan& plan, Attempts& attempts) const {
  std::optional<Attempts::Outcome> outcome = attempts.outcome(plan);
  if (!outcome) return std::nullopt;
  const bool cut_short = !outcome->failed && reported_.finding() == SLEAVE_FIND_data_race &&
                         outcome->trace.outcome() == SLEAVE_OUTCOME_failed;
  Moments moments(outcome->trace, reported_);
  const bool as_chosen = has_choices_of(reported_, outcome->trace, moments);
  Trial trial{outcome->failed, cut_short, as_chosen, std::move(moments), {}};
  if (!trial.failed) trial.passed = std::move(outcome->trace);
  return trial;
}

void Trials::sample_with(Attempts& attempts, const ChoiceSet& allowed) {
  sampling_ = &attempts;
  shares_ = ChoiceShares(allowed);
  shares_.learn(reported_);
}

Plan Trials::fresh_plan(std::uint64_t number) const {
  Plan plan = plan_like(reported_);
  plan.decisions.clear();
  plan.choices = {};
  plan.spin_repeats = plan_.spin_repeats;
  plan.max_events = std::min(plan_.max_events, 2 * reported_.header.events + 1'000);
  plan.tail_seed = derive_seed(kFreshStream, number);
  constexpr sleave_policy_kind kPolicies[] = {SLEAVE_POLICY_random, SLEAVE_POLICY_pos, SLEAVE_POLICY_pct};
  plan.tail_policy = kPolicies[ChoiceShares::turn(number) % std::size(kPolicies)];
  plan.tail_depth = 3;
  plan.tail_length = reported_.header.events;
  shares_.apply(number, plan);
  plan.choices[SLEAVE_CHOICE_client] = {};
  plan.decisions = client_decisions(reported_);
  return plan;
}

const std::vector<Trial>& Trials::fresh() {
  std::uint64_t kept = 0;
  for (std::uint64_t number = 0; sampling_ != nullptr && !sampling_->over(); ++number) {
    std::optional<Trial> trial = trial_of(fresh_plan(number), *sampling_);
    if (!trial) break;
    shares_.learn(trial->passed);
    kept += trial->passed.header.events;
    if (kept > kFreshEventsKept) trial->passed = {};
    fresh_.push_back(std::move(*trial));
  }
  sampling_ = nullptr;
  return fresh_;
}

void Trials::learn(const Trial& trial) {
  const auto same = [&](const Trace& known) { return Moments(known, reported_).points() == trial.moments.points(); };
  if (trial.passed.events.empty()) return;
  const bool known = std::any_of(learned_.begin(), learned_.end(), same);
  if (known || learned_.size() == kMostLearned || trial.passed.header.dropped != 0) return;
  learned_.push_back(trial.passed);
  arrangers_.emplace_back(learned_.back(), reported_);
}

std::optional<Trace> Trials::again(std::uint32_t record) {
  Plan plan = plan_like(reported_);
  if (reported_.finding() == SLEAVE_FIND_no_progress)
    plan.spin_repeats = plan_.spin_repeats;  // recorded up to where it goes round
  plan.record |= record;
  std::optional<Attempts::Outcome> outcome = attempts_.outcome(plan);
  if (!outcome || !outcome->failed) return std::nullopt;
  return std::move(outcome->trace);
}

bool all_held(const std::vector<Ordering>& orderings, const Trial& trial) {
  return std::all_of(orderings.begin(), orderings.end(),
                     [&](const Ordering& ordering) { return held(ordering, trial.moments) == Held::yes; });
}

}  // namespace sleave
