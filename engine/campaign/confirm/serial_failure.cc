#include "engine/campaign/confirm/serial_failure.h"

#include "engine/trace/schedule.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::uint64_t kOrders = 1000;  // only a finding costs them all

Plan serial_plan(const Plan& plan, const Trace& failed) {
  Plan serial;
  serial.flags = plan.flags & SLEAVE_PLAN_FAIL_ON_EXIT;
  serial.max_events = plan.max_events;
  serial.quiet_events = plan.quiet_events;
  serial.hang_cpu_ms = plan.hang_cpu_ms;
  serial.spin_repeats = Plan().spin_repeats;
  serial.threads = {{SLEAVE_NO_THREAD, 0}};
  serial.decisions = client_decisions(failed);
  serial.inputs = plan.inputs;
  serial.tail_policy = SLEAVE_POLICY_serial;
  return serial;
}

// Threads that cannot continue: their program says of the calls that wait that they need not, or, where no order of
// whole calls can tell, which they are (include/sleave/client/stuck.hpp).
bool is_stuck(const Trace& run) {
  return run.finding() == SLEAVE_FIND_deadlock || run.finding() == SLEAVE_FIND_no_progress;
}
bool waits_needlessly(const Trace& run) {
  return is_stuck(run) && run.message().find(" waits although it could continue") != std::string::npos;
}

bool is_never_allowed(const Trace& failed) {
  return failed.finding() == SLEAVE_FIND_not_linearizable || failed.finding() == SLEAVE_FIND_data_race ||
         waits_needlessly(failed);
}

// A call that waits when nobody helps it does nothing wrong, so that excuses only a run in which the same calls wait.
bool excuses(const Trace& serial, const Trace& failed) {
  const bool waits = is_stuck(serial) || serial.finding() == SLEAVE_FIND_endless_loop;
  if (!waits) return true;
  if (is_stuck(failed)) return is_stuck(serial) && serial.message() == failed.message();
  return serial.finding() == failed.finding();
}

Excuse excuse_by(const Trace& serial, const Trace& failed) {
  if (is_stuck(failed) && is_stuck(serial)) return {Excuse::Kind::wait, failed.message()};
  return {Excuse::Kind::misuse, std::string(finding_title(serial.header.finding)) + ": " + serial.message()};
}

}  // namespace

Result<std::optional<Excuse>> serial_failure(Runner& runner, const Plan& plan, const Trace& failed) {
  if (!has_client(failed) || is_never_allowed(failed)) return std::optional<Excuse>();
  Plan serial = serial_plan(plan, failed);
  for (serial.tail_seed = 1; serial.tail_seed <= kOrders; ++serial.tail_seed) {
    const Result<Trace> trace = runner.run(serial, Detail::outcome);
    if (!trace) return trace.error();
    if (trace->outcome() == SLEAVE_OUTCOME_failed && excuses(*trace, failed))
      return std::optional(excuse_by(*trace, failed));
  }
  return std::optional<Excuse>();
}

}  // namespace sleave
