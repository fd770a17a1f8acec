#include "engine/minimize/minimise.h"

#include <algorithm>

#include "engine/minimize/attempts.h"
#include "engine/minimize/cause.h"
#include "engine/minimize/cause_text.h"
#include "engine/minimize/condition.h"
#include "engine/minimize/condition_text.h"
#include "engine/minimize/reduce.h"
#include "engine/minimize/size.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// Runs of a small program take a tenth of a millisecond, a failing one half of one: a second at most. Small tests need
// some dozens, since every pass ends when it finds nothing more.
constexpr std::uint64_t kRunsToShorten = 2'000;

constexpr std::uint64_t kRunsToExplain = 1'000;  // for the orderings, and as many for the inputs

// Of these a few are hard, and a condition is worth waiting a second for: about a thirtieth of what a search spends.
constexpr std::uint32_t kWorkPerQuestion = 100'000;

// Events without a change after which a run counts as one without progress while it is explained. A campaign waits
// for many more before it says so; knowing how the run ends, we need not. Each thread that spins gives way after a few,
// so that in so many all have had their turn many times.
constexpr std::uint64_t kQuietEvents = 500;

// Of a run without progress, of which most is going round: the same, ended soon after its last change. Nothing if that
// is not how it ends.
std::optional<Trace> ended_sooner(Attempts& attempts, const Plan& plan, const Trace& told) {
  Trace begin = told;
  begin.events.resize(events_that_count(told));
  const auto points =
      std::count_if(begin.events.begin(), begin.events.end(), [](const auto& event) { return is_point(event.kind); });
  std::erase_if(begin.choices,
                [&](const auto& choice) { return choice.position > static_cast<std::uint64_t>(points); });
  Plan again = plan_from_trace(begin, plan);
  again.spin_repeats = plan.spin_repeats;
  again.quiet_events = kQuietEvents;
  again.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_STACKS;
  std::optional<Attempts::Outcome> outcome = attempts.outcome(again);
  if (!outcome || !outcome->failed) return std::nullopt;
  return std::move(outcome->trace);
}

// What the inputs must be like, beside the orderings.
void add_condition(Runner& runner, const Plan& plan, const Trace& told, const Cause& cause, Symbolizer& symbolizer,
                   FindingCause& words) {
  Attempts attempts(runner, symbolizer, told, kRunsToExplain);
  Trials trials(attempts, plan, told);
  const Result<std::unique_ptr<Solving>> solving = Solving::start({.query_budget = kWorkPerQuestion});
  if (!solving) return;
  const std::optional<Condition> condition = find_condition(trials, cause.reason.parts, **solving);
  if (!condition) return;
  words.conditions = describe(*condition, told, **solving, symbolizer);
  if (!condition->truths.empty()) words.condition_script = script_of(*condition, told, **solving);
  words.inputs = condition->reason.runs;
  words.inputs_failed = condition->reason.failed;
  words.broken_inputs = condition->reason.broken_runs;
  words.broken_inputs_failed = condition->reason.broken_failed;
}

FindingCause explain_run(Runner& runner, Attempts& attempts, const Plan& plan, const Trace& told,
                         const Finding& finding, Symbolizer& symbolizer) {
  FindingCause words;
  words.why_not = why_not_to_try(told);
  if (!words.why_not.empty()) return words;
  Trials trials(attempts, plan, told);
  const std::optional<Cause> cause = find_cause(trials);
  if (!cause) {
    words.why_not = why_no_cause(trials);
    return words;
  }
  words = describe(*cause, finding, told, symbolizer);
  if (!told.inputs.empty()) add_condition(runner, plan, told, *cause, symbolizer, words);
  return words;
}

}  // namespace

Refiner::Shortening Minimiser::shorten(Runner& runner, const Plan& plan, const Trace& failed, Symbolizer& symbolizer) {
  Attempts attempts(runner, symbolizer, failed, kRunsToShorten);
  std::optional<Reduced> reduced = reduce(attempts, plan, failed);
  Shortening shortening;
  shortening.runs = attempts.runs();
  if (reduced) shortening.shorter = Shorter{std::move(reduced->plan), std::move(reduced->trace)};
  return shortening;
}

FindingCause Minimiser::explain(Runner& runner, const Plan& plan, const Trace& told, const Finding& finding,
                                Symbolizer& symbolizer) {
  Attempts attempts(runner, symbolizer, told, kRunsToExplain);
  if (told.finding() == SLEAVE_FIND_no_progress && plan.quiet_events > kQuietEvents) {
    Plan sooner = plan;
    sooner.quiet_events = kQuietEvents;
    const std::optional<Trace> brief = ended_sooner(attempts, plan, told);
    if (brief) return explain_run(runner, attempts, sooner, *brief, finding, symbolizer);
  }
  return explain_run(runner, attempts, plan, told, finding, symbolizer);
}

}  // namespace sleave
