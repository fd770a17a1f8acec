#include "engine/campaign/confirm/serial_failure.h"

#include <set>

#include "engine/campaign/confirm/lasting_livelock.h"
#include "engine/trace/schedule.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// Only a finding costs them all. Orders are drawn: of k that are equally likely, 32 k runs miss one of them with a
// probability below 10^-13.
constexpr std::uint64_t kMostRuns = 1000;
constexpr std::uint64_t kFewestRuns = 64;
constexpr std::uint64_t kRunsOfOrder = 32;

bool is_enough(std::uint64_t runs, std::size_t different) {
  return runs >= kMostRuns || (runs >= kFewestRuns && runs >= kRunsOfOrder * different);
}

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
         failed.finding() == SLEAVE_FIND_not_obstruction_free || failed.finding() == SLEAVE_FIND_not_lock_free ||
         waits_needlessly(failed);
}

bool is_leak(const Trace& run) { return run.finding() == SLEAVE_FIND_memory_leak; }

// A call that waits when nobody helps it does nothing wrong, so that excuses only a run in which the same calls wait.
// Memory that stays is no failure of another kind, either.
bool excuses(const Trace& serial, const Trace& failed) {
  if (is_leak(serial)) return is_leak(failed);
  const bool waits = is_stuck(serial) || serial.finding() == SLEAVE_FIND_endless_loop;
  if (!waits) return true;
  if (is_stuck(failed)) return is_stuck(serial) && serial.message() == failed.message();
  return serial.finding() == failed.finding();
}

// A thread that awaits a change waits, so that one which waits forever need not be suspected of a long loop. Where that
// missed a change, the thread looks again and again, as it does elsewhere.
Result<Trace> run_serially(Runner& runner, Plan& serial) {
  serial.flags |= SLEAVE_PLAN_AWAITS;
  Result<Trace> trace = runner.run(serial, Detail::outcome);
  if (!trace || trace->outcome() != SLEAVE_OUTCOME_overtaken) return trace;
  serial.flags &= ~std::uint32_t{SLEAVE_PLAN_AWAITS};
  return runner.run(serial, Detail::outcome);
}

Excuse excuse_by(const Trace& serial, const Trace& failed) {
  if (is_stuck(failed) && is_stuck(serial)) return {Excuse::Kind::wait, failed.message()};
  if (is_leak(serial)) {
    return {Excuse::Kind::leak, serial.message(), {serial.header.fault_address, failed.header.fault_address}};
  }
  return {Excuse::Kind::misuse, std::string(finding_title(serial.header.finding)) + ": " + serial.message()};
}

}  // namespace

bool SerialFailures::same(const Question& a, const Question& b) {
  return a.finding == b.finding && a.message == b.message && a.leaked == b.leaked && same_plan(a.serial, b.serial);
}

Result<std::optional<Excuse>> SerialFailures::excuse(Runner& runner, const Plan& plan, const Trace& failed) {
  if (!has_client(failed) || is_never_allowed(failed)) return std::optional<Excuse>();
  Question question{.serial = serial_plan(plan, failed),
                    .finding = failed.header.finding,
                    .message = is_stuck(failed) ? failed.message() : "",
                    .leaked = is_leak(failed) ? failed.header.fault_address : 0};
  if (last_ && same(*last_, question)) return verdict_;
  std::optional<Excuse> found;
  Plan serial = question.serial;
  std::set<std::uint64_t> different;
  for (serial.tail_seed = 1; !found && !is_enough(serial.tail_seed - 1, different.size()); ++serial.tail_seed) {
    const Result<Trace> trace = run_serially(runner, serial);
    if (!trace) return trace.error();
    different.insert(trace->header.hash);
    if (trace->outcome() != SLEAVE_OUTCOME_failed || !excuses(*trace, failed)) continue;
    const Result<bool> certain = is_certain(runner, serial, *trace);
    if (!certain) return certain.error();
    if (*certain) found = excuse_by(*trace, failed);
  }
  last_ = std::move(question);
  verdict_ = found;
  return found;
}

}  // namespace sleave
