#include "engine/campaign/confirm/lasting_livelock.h"

#include <algorithm>
#include <optional>

namespace sleave {
namespace {

bool went_on(const Trace& trace) {
  switch (trace.outcome()) {
    case SLEAVE_OUTCOME_failed:
      return trace.finding() != SLEAVE_FIND_no_progress;
    case SLEAVE_OUTCOME_exited:
    case SLEAVE_OUTCOME_step_limit:  // the limit is that many events later, so something has changed
    case SLEAVE_OUTCOME_overtaken:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool might_go_on(const Plan& plan, const Trace& failed) {
  return failed.outcome() == SLEAVE_OUTCOME_failed && failed.finding() == SLEAVE_FIND_no_progress &&
         plan.quiet_events < kMostQuietEvents;
}

Result<bool> lasts(Runner& runner, const Plan& plan, const Trace& failed) {
  Plan patient = plan;
  patient.record = 0;
  patient.quiet_events = kMostQuietEvents;
  patient.max_events = failed.header.events + kMostQuietEvents;
  const Runner::Deadline deadline = runner.deadline();
  runner.end_at(std::nullopt);
  const Result<Trace> trace = runner.run(patient, Detail::outcome);
  runner.end_at(deadline);
  if (!trace) return trace.error();
  return !went_on(*trace);
}

Result<bool> is_certain(Runner& runner, const Plan& plan, const Trace& failed) {
  return might_go_on(plan, failed) ? lasts(runner, plan, failed) : Result<bool>(true);
}

std::uint64_t more_quiet_events(std::uint64_t quiet_events) { return std::min(2 * quiet_events, kMostQuietEvents); }

}  // namespace sleave
