#include "engine/campaign/confirm/confirm.h"

#include "engine/campaign/confirm/divergence.h"
#include "engine/run/runner.h"
#include "engine/trace/livelock.h"
#include "engine/trace/short_wait.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

std::string end_text(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_failed ? finding_title(trace.header.finding)
                                                  : outcome_words(trace.header.outcome);
}

// Stacks and accesses of longer runs would fill gigabytes.
constexpr std::uint64_t kFullDetailEvents = 100'000;
constexpr std::uint32_t kBasicDetail = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_NOTES;
constexpr std::uint32_t kFullDetail = kBasicDetail | SLEAVE_RECORD_ACCESSES | SLEAVE_RECORD_STACKS;

// A run with old stores is explained by its graph, which needs to know what updates do (engine/strategy/weak).
std::uint32_t operands_for(const Plan& plan) {
  return (plan.flags & SLEAVE_PLAN_OLD_STORES) != 0 ? SLEAVE_RECORD_OPERANDS : 0;
}

Error not_again(Runner& sampler, const Plan& detailed, const Trace& failed, const Trace& again,
                Symbolizer& symbolizer) {
  Error error{Tier::diverged, "a run ended in '" + end_text(failed) + "', and a repetition of it in '" +
                                  end_text(again) + "': an uncontrolled effect changes the program's behavior"};
  const Result<Trace> first = sampler.run(detailed, Detail::full);
  if (first) error.message += "\n" + describe_difference(*first, again, true, symbolizer);
  return error;
}

// Whether `plan` repeats the recorded run; then it takes its plan's place.
Result<bool> repeats(Runner& runner, Plan plan, Confirmed& confirmed) {
  const Result<Trace> repeated = run_again(runner, plan, confirmed.trace, Detail::outcome);
  if (!repeated) return repeated.error();
  if (repeated->header.diverged != 0 || !same_run(confirmed.trace, *repeated)) return false;
  confirmed.plan = std::move(plan);
  return true;
}

// The plan that repeats the recorded run by its decisions alone, if it does: of a run without progress those before it
// goes round, if the rest comes of itself.
Result<bool> decide_explicitly(Runner& runner, Confirmed& confirmed) {
  const Trace& trace = confirmed.trace;
  if (trace.header.dropped != 0) return false;
  if (trace.finding() == SLEAVE_FIND_no_progress) {
    const Result<bool> shortly = repeats(runner, plan_before_livelock(trace, confirmed.plan), confirmed);
    if (!shortly || *shortly) return shortly;
  }
  return repeats(runner, plan_from_trace(trace, confirmed.plan), confirmed);
}

}  // namespace

Result<Trace> run_again(Runner& runner, const Plan& plan, const Trace& failed, Detail detail) {
  if (ended_by_waiting(failed)) {
    Result<Trace> soon = runner.run(with_short_wait(plan), detail);
    if (!soon || same_run(failed, *soon)) return soon;
  }
  return runner.run(plan, detail);
}

Result<Confirmed> confirm(const Target& target, Runner& sampler, const Plan& plan, const Trace& failed,
                          const Output& output, Symbolizer& symbolizer) {
  Result<std::unique_ptr<Runner>> runner = make_runner(SLEAVE_ISOLATION_exec, target, output);
  if (!runner) return runner.error();
  (*runner)->end_at(sampler.deadline());
  Confirmed confirmed{.trace = {}, .plan = plan, .notes = {}};
  const std::uint32_t full = kFullDetail | operands_for(plan);
  confirmed.plan.record = failed.header.events > kFullDetailEvents ? kBasicDetail : full;
  Result<Trace> again = run_again(**runner, confirmed.plan, failed, Detail::full);
  if (again && !same_run(failed, *again) && confirmed.plan.record == full) {
    confirmed.plan.record = kBasicDetail;
    confirmed.notes.emplace_back("recording stacks and accesses changed the run; its report has none");
    again = run_again(**runner, confirmed.plan, failed, Detail::full);
  }
  if (!again) return again.error();
  if (again->outcome() == SLEAVE_OUTCOME_damaged) return Confirmed{std::move(*again), plan, {}};
  if (!same_run(failed, *again)) return not_again(sampler, confirmed.plan, failed, *again, symbolizer);

  confirmed.trace = std::move(*again);
  const Result<bool> explicitly = decide_explicitly(**runner, confirmed);
  if (!explicitly) return explicitly.error();
  if (!*explicitly) {
    confirmed.notes.emplace_back(
        "the list of decisions did not reproduce the run; the replay file contains the sampled plan instead");
  }
  return confirmed;
}

}  // namespace sleave
