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

}  // namespace

Result<std::optional<std::string>> serial_failure(Runner& runner, const Plan& plan, const Trace& failed) {
  const bool is_judged = failed.finding() == SLEAVE_FIND_not_linearizable || failed.finding() == SLEAVE_FIND_data_race;
  if (!has_client(failed) || is_judged) return std::optional<std::string>();
  Plan serial = serial_plan(plan, failed);
  for (serial.tail_seed = 1; serial.tail_seed <= kOrders; ++serial.tail_seed) {
    const Result<Trace> trace = runner.run(serial, Detail::outcome);
    if (!trace) return trace.error();
    if (trace->outcome() != SLEAVE_OUTCOME_failed) continue;
    return std::optional(std::string(finding_title(trace->header.finding)) + ": " + trace->message());
  }
  return std::optional<std::string>();
}

}  // namespace sleave
