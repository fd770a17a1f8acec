#include "engine/minimize/trials.h"

#include <algorithm>
#include <utility>

namespace sleave {

Plan Trials::plan_of_told() const {
  Plan plan = plan_from_trace(told_, plan_);
  plan.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_STACKS;
  return plan;
}

std::optional<Trial> Trials::run(const std::vector<Ordering>& wanted, bool at_random) {
  return run(plan_of_told(), wanted, at_random);
}

std::optional<Trial> Trials::run(const std::vector<Ordering>& wanted, bool at_random,
                                 const std::vector<Plan::Input>& inputs) {
  Plan plan = plan_of_told();
  plan.inputs = inputs;
  return run(std::move(plan), wanted, at_random);
}

std::optional<Trial> Trials::run(Plan plan, const std::vector<Ordering>& wanted, bool at_random) {
  const std::optional<Schedule> schedule = arranger_.arrange(wanted, at_random ? &rng_ : nullptr);
  if (!schedule) return std::nullopt;
  plan.decisions = decisions_of(*schedule);
  plan.spin_repeats = plan_.spin_repeats;
  plan.max_events = std::min(plan_.max_events, 2 * told_.header.events + 1'000);
  if (at_random) plan.tail_policy = SLEAVE_POLICY_random;
  plan.tail_seed = rng_.next();
  const std::optional<Attempts::Outcome> outcome = attempts_.outcome(plan);
  if (!outcome) return std::nullopt;
  return Trial{outcome->failed, Moments(outcome->trace, told_)};
}

std::optional<Trace> Trials::again(std::uint32_t record) {
  Plan plan = plan_of_told();
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
