#include "engine/strategy/weak/consistent_runner.h"

#include <utility>

#include "engine/strategy/weak/recorded_graph.h"

namespace sleave {
namespace {

// The check takes time with the square of their number.
constexpr std::size_t kMostSteps = 5'000;

bool keeps_stores(const Plan& plan) { return (plan.flags & SLEAVE_PLAN_OLD_STORES) != 0; }

Trace checked(Trace trace) {
  const bool failed = trace.outcome() == SLEAVE_OUTCOME_failed;
  if (!failed || is_allowed_run(trace)) return trace;
  trace.header.outcome = SLEAVE_OUTCOME_excluded;
  trace.header.finding = 0;
  return trace;
}

}  // namespace

bool is_allowed_run(const Trace& trace) {
  if (!takes_old_stores(trace)) return true;
  if (trace.header.dropped != 0) return false;
  const RunSteps run = recorded_steps(trace);
  return run.steps.size() <= kMostSteps && is_allowed_with(run.steps, recorded_stores(trace), graph::WeakModel::cpp20);
}

Result<Trace> ConsistentRunner::run(const Plan& plan, Detail detail) {
  runner_->end_at(deadline());
  if (!keeps_stores(plan)) return runner_->run(plan, detail);
  Plan recorded = plan;
  recorded.record |= SLEAVE_RECORD_POINTS | SLEAVE_RECORD_OPERANDS;
  Result<Trace> trace = runner_->run(recorded, detail);
  return trace ? Result<Trace>(checked(std::move(*trace))) : std::move(trace);
}

Result<std::optional<Trace>> ConsistentRunner::run_some(std::span<const Plan> plans, Detail detail, const Seen& seen) {
  runner_->end_at(deadline());
  Result<std::optional<Trace>> last = runner_->run_some(plans, detail, seen);  // the only one that can have failed
  if (last && *last) *last = checked(std::move(**last));
  return last;
}

Result<std::unique_ptr<Runner>> make_consistent_runner(sleave_isolation isolation, const Target& target) {
  Result<std::unique_ptr<Runner>> runner = make_runner(isolation, target, {});
  if (!runner) return runner;
  return std::unique_ptr<Runner>(std::make_unique<ConsistentRunner>(std::move(*runner)));
}

}  // namespace sleave
