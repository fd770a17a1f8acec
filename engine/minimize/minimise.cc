#include "engine/minimize/minimise.h"

#include "engine/minimize/attempts.h"
#include "engine/minimize/cause.h"
#include "engine/minimize/cause_text.h"
#include "engine/minimize/condition.h"
#include "engine/minimize/condition_text.h"
#include "engine/minimize/reduce.h"

namespace sleave {
namespace {

// Runs of a small program take a tenth of a millisecond, a failing one half of one: a second at most. Small tests need
// some dozens, since every pass ends when it finds nothing more.
constexpr std::uint64_t kRunsToShorten = 2'000;

constexpr std::uint64_t kRunsToExplain = 1'000;  // for the orderings, and as many for the inputs

// Of these a few are hard, and a condition is worth waiting a second for: about a thirtieth of what a search spends.
constexpr std::uint32_t kWorkPerQuestion = 100'000;

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
  words.inputs = condition->reason.runs;
  words.inputs_failed = condition->reason.failed;
  words.broken_inputs = condition->reason.broken_runs;
  words.broken_inputs_failed = condition->reason.broken_failed;
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
  Trials trials(attempts, plan, told);
  const std::optional<Cause> cause = find_cause(trials);
  if (!cause) return {};
  FindingCause words = describe(*cause, finding, told, symbolizer);
  if (!told.inputs.empty()) add_condition(runner, plan, told, *cause, symbolizer, words);
  return words;
}

}  // namespace sleave
