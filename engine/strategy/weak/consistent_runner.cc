#include "engine/strategy/weak/consistent_runner.h"

#include <utility>

#include "engine/run/one_thread.h"
#include "engine/strategy/weak/recorded_graph.h"

namespace sleave {
namespace {

// The check takes time with the square of their number.
constexpr std::size_t kMostSteps = 5'000;

bool keeps_stores(const Plan& plan) { return (plan.flags & SLEAVE_PLAN_OLD_STORES) != 0; }

constexpr std::uint32_t kNeeded = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_OPERANDS;

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
  recorded.record |= kNeeded;
  Result<Trace> trace = runner_->run(recorded, detail);
  return trace ? Result<Trace>(checked(std::move(*trace))) : std::move(trace);
}

// Few runs of a batch fail, so none records its events if the strategy does not want them: one that failed is made
// again with them. It comes with what it was found with if it ends otherwise then, which its confirmation will report.
Trace ConsistentRunner::checked_again(const Plan& plan, Trace failed) {
  if ((plan.record & kNeeded) == kNeeded) return checked(std::move(failed));
  if (!takes_old_stores(failed)) return failed;
  Plan recorded = plan;
  recorded.record |= kNeeded;
  runner_->end_at(std::nullopt);  // what was found in time counts
  Result<Trace> again = runner_->run(recorded, Detail::full);
  const bool same = again && again->header.outcome == failed.header.outcome && again->header.hash == failed.header.hash;
  return same ? checked(std::move(*again)) : failed;
}

Result<std::optional<Trace>> ConsistentRunner::run_some(std::span<const Plan> plans, Detail detail, const Seen& seen) {
  runner_->end_at(deadline());
  std::size_t well = 0;  // runs before the last, which is the only one that can have failed
  const auto counted = [&](const Trace& trace) {
    ++well;
    return seen(trace);
  };
  Result<std::optional<Trace>> last = runner_->run_some(plans, detail, counted);
  if (!last || !*last || well >= plans.size()) return last;
  const bool failed = (*last)->outcome() == SLEAVE_OUTCOME_failed;
  if (failed && keeps_stores(plans[well])) *last = checked_again(plans[well], std::move(**last));
  return last;
}

Result<std::unique_ptr<Runner>> make_consistent_runner(sleave_isolation isolation, const Target& target) {
  Result<std::unique_ptr<Runner>> runner = make_runner(isolation, target, {});
  if (!runner) return runner;
  std::unique_ptr<Runner> consistent = std::make_unique<ConsistentRunner>(std::move(*runner));
  if (target.one_thread == nullptr) return consistent;
  return make_one_thread_runner(std::move(consistent), isolation, target);
}

}  // namespace sleave
