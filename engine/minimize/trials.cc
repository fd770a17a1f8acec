#include "engine/minimize/trials.h"

#include <algorithm>
#include <utility>

namespace sleave {
namespace {

constexpr std::size_t kMostLearned = 12;

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
    Plan plan = plan_like(which == 0 ? told_ : learned_[which - 1]);
    if (inputs != nullptr) plan.inputs = *inputs;
    plan.decisions = decisions_of(*schedule);
    return run(std::move(plan), at_random, rng);
  }
  return std::nullopt;
}

std::optional<Trial> Trials::run_freely() {
  if (!schedule_of(told_).choices.empty()) return std::nullopt;
  Plan plan = plan_like(told_);
  plan.decisions.clear();
  return run(std::move(plan), true, rng_);
}

std::optional<Trial> Trials::run(Plan plan, bool at_random, Rng& rng) {
  plan.spin_repeats = plan_.spin_repeats;
  plan.max_events = std::min(plan_.max_events, 2 * told_.header.events + 1'000);
  if (at_random) plan.tail_policy = SLEAVE_POLICY_random;
  plan.tail_seed = rng.next();
  std::optional<Attempts::Outcome> outcome = attempts_.outcome(plan);
  if (!outcome) return std::nullopt;
  const bool cut_short =
      !outcome->failed && told_.finding() == SLEAVE_FIND_data_race && outcome->trace.outcome() == SLEAVE_OUTCOME_failed;
  Moments moments(outcome->trace, told_);
  Trial trial{outcome->failed, cut_short, std::move(moments), {}};
  if (!trial.failed) trial.passed = std::move(outcome->trace);
  return trial;
}

void Trials::learn(const Trial& trial) {
  const auto same = [&](const Trace& known) { return Moments(known, told_).points() == trial.moments.points(); };
  const bool known = std::any_of(learned_.begin(), learned_.end(), same);
  if (known || learned_.size() == kMostLearned || trial.passed.header.dropped != 0) return;
  learned_.push_back(trial.passed);
  arrangers_.emplace_back(learned_.back(), told_);
}

std::optional<Trace> Trials::again(std::uint32_t record) {
  Plan plan = plan_like(told_);
  if (told_.finding() == SLEAVE_FIND_no_progress)
    plan.spin_repeats = plan_.spin_repeats;  // told to where it goes round
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
