#include "engine/explore/confirm.h"

#include "engine/explore/divergence.h"
#include "engine/run/runner.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// Stacks and accesses of longer runs would fill gigabytes.
constexpr std::uint64_t kFullDetailEvents = 100'000;

Error not_again(const Trace& failed, const Trace& again) {
  return {Tier::diverged, std::string("a run failed (") + finding_title(failed.header.finding) +
                              ") and did something else when the same plan was run again: " +
                              outcome_words(again.header.outcome) +
                              (again.outcome() == SLEAVE_OUTCOME_failed
                                   ? std::string(" (") + finding_title(again.header.finding) + ")"
                                   : std::string()) +
                              "\nsomething out of control decides what the program does"};
}

}  // namespace

std::uint32_t detailed_record(std::uint64_t events) {
  const std::uint32_t basic = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_NOTES;
  return events > kFullDetailEvents ? basic : basic | SLEAVE_RECORD_ACCESSES | SLEAVE_RECORD_STACKS;
}

Result<Confirmed> confirm(const Target& target, const Plan& plan, const Trace& failed, const std::string& output_path,
                          Symbolizer& symbolizer) {
  Result<std::unique_ptr<Runner>> runner =
      make_runner(SLEAVE_ISOLATION_EXEC, target, {Output::Kind::file, output_path});
  if (!runner) return runner.error();
  Plan detailed = plan;
  detailed.record = detailed_record(failed.header.events);
  Result<Trace> again = (*runner)->run(detailed, Detail::full);
  if (!again) return again.error();
  if (!same_run(failed, *again)) {
    Error error = not_again(failed, *again);
    if (!failed.events.empty()) error.message += "\n" + describe_difference(failed, *again, true, symbolizer);
    return error;
  }

  Confirmed confirmed{.trace = std::move(*again), .plan = {}, .explicit_plan = true};
  confirmed.plan = plan_from_trace(confirmed.trace, detailed);
  const Result<Trace> by_decisions = (*runner)->run(confirmed.plan, Detail::outcome);
  if (!by_decisions) return by_decisions.error();
  if (confirmed.trace.header.dropped != 0 || by_decisions->header.diverged != 0 ||
      !same_run(confirmed.trace, *by_decisions)) {
    confirmed.plan = detailed;
    confirmed.explicit_plan = false;
  }
  return confirmed;
}

}  // namespace sleave
