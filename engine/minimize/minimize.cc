#include "engine/minimize/minimize.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/analyze/build.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/confirm/lasting_livelock.h"
#include "engine/minimize/cause/cause.h"
#include "engine/minimize/cause/cause_text.h"
#include "engine/minimize/cause/near_cause.h"
#include "engine/minimize/cause/race_orders.h"
#include "engine/minimize/cause/tried_orders.h"
#include "engine/minimize/condition/condition.h"
#include "engine/minimize/condition/condition_text.h"
#include "engine/minimize/reduce/attempts.h"
#include "engine/minimize/reduce/reduce.h"
#include "engine/strategy/weak/missing_orders.h"
#include "engine/strategy/weak/recorded_graph.h"
#include "engine/trace/livelock.h"
#include "engine/trace/short_wait.h"

namespace sleave {
namespace {

// Runs of a small program take a tenth of a millisecond, a failing one half of one: a second at most. Small tests need
// some dozens, since every pass ends when it finds nothing more.
constexpr Attempts::Budget kRunsToShorten{2'000};

constexpr const char* kTimeOver = "the time was over";
constexpr const char* kRunsOver = "its budget of runs is used up";

constexpr Attempts::Budget kRunsToExplain{1'000};  // for the orderings, and as many for the inputs

// Fresh runs that an explanation has to be true of. An exception that happens in one of 300 of them is met with a
// probability of 96 %. What an explanation is made of matters more than how many runs it was compared with, so these
// have less time.
constexpr Attempts::Budget kFreshRuns{1'000, std::chrono::seconds(10)};
constexpr Attempts::Budget kFreshRunsThatWait{10};  // each takes half a second

// With the memory orders that are named as missing.
constexpr Attempts::Budget kRunsWithOrders{100, std::chrono::seconds(5)};
constexpr Attempts::Budget kRunsWithMoreOrders{100, std::chrono::seconds(2)};  // for each of a few rounds

// Of these a few are hard, and a condition is worth waiting a second for: about a thirtieth of what a search spends.
constexpr std::uint32_t kWorkPerQuestion = 100'000;

// Events without a change after which a run counts as one without progress while it is shortened and explained. A
// campaign waits for many more before it says so; knowing how the run ends, we need not. Each thread that spins gives
// way after a few, so that in so many all have had their turn many times.
constexpr std::uint64_t kQuietEvents = 500;

// Whether most of the run is going round, and it can be ended sooner.
bool goes_round(const Plan& plan, const Trace& failed) {
  return failed.finding() == SLEAVE_FIND_no_progress && plan.quiet_events > kQuietEvents;
}

Plan impatient(Plan plan) {
  plan.quiet_events = kQuietEvents;
  return plan;
}

// The same as such a run, ended soon after it began to go round. Nothing if that is not how it ends.
std::optional<Trace> ended_sooner(Attempts& attempts, const Plan& plan, const Trace& failed) {
  Plan again = plan_before_livelock(failed, impatient(plan));
  again.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_STACKS;
  std::optional<Attempts::Outcome> outcome = attempts.outcome(again);
  if (!outcome || !outcome->failed) return std::nullopt;
  return std::move(outcome->trace);
}

// The other way round: with the patience of `plan`.
std::optional<Reduced> ended_late(Attempts& attempts, const Plan& plan, const Trace& brief) {
  Plan again = plan_before_livelock(brief, plan);
  again.record = SLEAVE_RECORD_POINTS;
  std::optional<Trace> trace = attempts.fails(again);
  if (!trace) return std::nullopt;
  return Reduced{std::move(again), std::move(*trace)};
}

Attempts::Budget watched(Attempts::Budget budget, RefinerWatch& watch) {
  budget.watch = &watch;
  return budget;
}

// Conditions on the inputs, in addition to the orderings.
void add_condition(Runner& runner, const Plan& plan, const Trace& reported, const Cause& cause, Symbolizer& symbolizer,
                   RefinerWatch& watch, FindingCause& words) {
  Attempts attempts(runner, symbolizer, reported, watched(kRunsToExplain, watch));
  Trials trials(attempts, plan, reported);
  const Result<std::unique_ptr<Solving>> solving = Solving::start({.query_budget = kWorkPerQuestion});
  if (!solving) return;
  const std::optional<Condition> condition = find_condition(trials, cause.reason.parts, **solving);
  if (!condition) return;
  words.conditions = describe(*condition, reported, **solving, symbolizer);
  if (!condition->path_constraints.empty()) words.condition_script = script_of(*condition, reported, **solving);
  words.inputs = condition->reason.runs;
  words.inputs_failed = condition->reason.failed;
  words.broken_inputs = condition->reason.broken_runs;
  words.broken_inputs_failed = condition->reason.broken_failed;
}

// The finding with the steps that the cause names, which its table may not have.
void focus(Finding& finding, const Cause& cause, const Trace& reported, Symbolizer& symbolizer) {
  const Moments moments(reported);
  std::vector<std::uint64_t> events;
  for (const Ordering& part : cause.reason.parts) {
    for (const Moment& moment : {part.first, part.second}) {
      if (const std::optional<std::uint64_t> event = moments.find(moment)) events.push_back(*event);
    }
  }
  Finding focused = build_finding(reported, symbolizer, events);
  focused.id = finding.id;
  focused.target = finding.target;
  focused.strategy = finding.strategy;
  focused.seed = finding.seed;
  focused.first_run = finding.first_run;
  focused.minimized = finding.minimized;
  finding = std::move(focused);
}

// By moving single preemptions: for runs that are too long for other schedules, or for which none explained anything.
std::optional<FindingCause> explain_near(Runner& runner, const Plan& plan, const Trace& reported, Finding& finding,
                                         Symbolizer& symbolizer, RefinerWatch& watch) {
  if (reported.header.dropped != 0) return std::nullopt;
  Attempts attempts(runner, symbolizer, reported, watched(kRunsToExplain, watch));
  const std::optional<Cause> cause = find_near_cause(attempts, plan, reported);
  if (!cause) return std::nullopt;
  focus(finding, *cause, reported, symbolizer);
  FindingCause words = describe(*cause, finding, reported, symbolizer);
  words.near = true;
  return words;
}

// The memory orders that the run, which has loads of old values, lacks.
std::vector<SuggestedOrder> suggested_orders(const std::vector<MissingOrder>& missing, const Finding& finding,
                                             const Trace& trace, Symbolizer& symbolizer) {
  std::vector<std::uint64_t> events;
  for (const MissingOrder& each : missing) events.push_back(each.event);
  const std::vector<std::string> names = name_events(events, finding, trace, symbolizer);
  std::vector<SuggestedOrder> suggested;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string words = names[i] + " were " + order_name(missing[i].order);
    suggested.push_back({trace.events[missing[i].event].site, missing[i].order, words});
  }
  return suggested;
}

// Which memory orders would have prevented the run, if it has loads of old values or a data race, and what runs with
// them show.
void add_orders(const std::function<Attempts()>& attempts, const Plan& plan, const Trace& reported,
                const Finding& finding, const ChoiceSet& allowed, Symbolizer& symbolizer, FindingCause& words) {
  const bool is_race = reported.finding() == SLEAVE_FIND_data_race;
  const auto missing = [&](const Trace& failed, const std::vector<SuggestedOrder>& with) {
    if (takes_old_stores(failed)) {
      if (std::vector<MissingOrder> found = explain_weak_run(failed).missing; !found.empty()) return found;
    }
    return is_race ? orders_against_race(attempts(), plan, failed, with) : std::vector<MissingOrder>();
  };
  const auto more = [&](const Trace& failed, const std::vector<SuggestedOrder>& with) {
    return suggested_orders(missing(failed, with), build_finding(failed, symbolizer), failed, symbolizer);
  };
  const std::vector<SuggestedOrder> first = suggested_orders(missing(reported, {}), finding, reported, symbolizer);
  words.old_values = takes_old_stores(reported);
  if (words.old_values) words.on_x86 = explain_weak_run(reported).on_x86;
  if (first.empty()) return;
  const TriedOrders tried = try_orders({attempts, more, allowed}, plan, first, is_race);
  if (!words.old_values && tried.failed != 0) return;  // something else ordered the accesses in the reported run
  for (const SuggestedOrder& each : tried.orders) {
    words.orders.push_back(each.words + (each.only_others ? " (for other runs)" : ""));
  }
  words.orders_runs = tried.runs;
  words.orders_failed = tried.failed;
}

FindingCause explain_run(Runner& runner, Attempts& attempts, const Plan& plan, const Trace& reported, Finding& finding,
                         const ChoiceSet& allowed, Symbolizer& symbolizer, RefinerWatch& watch) {
  FindingCause words;
  words.why_not = why_not_to_try(reported, symbolizer);
  if (words.why_not.empty()) {
    Trials trials(attempts, plan, reported);
    Attempts sampling(runner, symbolizer, reported,
                      watched(ended_by_waiting(reported) ? kFreshRunsThatWait : kFreshRuns, watch));
    trials.sample_with(sampling, allowed);
    if (const std::optional<Cause> cause = find_cause(trials)) {
      words = describe(*cause, finding, reported, symbolizer);
      if (!reported.inputs.empty()) add_condition(runner, plan, reported, *cause, symbolizer, watch, words);
      return words;
    }
    words.why_not = watch.is_over() ? kTimeOver : why_no_cause(trials);
    words.cut_short = watch.is_over() || trials.over();
  }
  const std::optional<FindingCause> near = explain_near(runner, plan, reported, finding, symbolizer, watch);
  return near.value_or(words);
}

}  // namespace

Refiner::Shortening Minimizer::shorten(Runner& runner, const Plan& plan, const Trace& failed, Symbolizer& symbolizer,
                                       RefinerWatch& watch) {
  Attempts attempts(runner, symbolizer, failed, watched(kRunsToShorten, watch));
  const std::optional<Trace> brief = goes_round(plan, failed) ? ended_sooner(attempts, plan, failed) : std::nullopt;
  std::optional<Reduced> reduced = brief ? reduce(attempts, impatient(plan), *brief) : reduce(attempts, plan, failed);
  Shortening shortening;
  shortening.runs = attempts.runs();
  if (attempts.over() && !interrupted()) shortening.unfinished = watch.is_over() ? kTimeOver : kRunsOver;
  if (brief) {
    Attempts last(runner, symbolizer, failed, kRunsToShorten);
    reduced = ended_late(last, plan, reduced ? reduced->trace : *brief);
    shortening.runs += last.runs();
  }
  if (!reduced) return shortening;
  const Result<bool> certain = is_certain(runner, reduced->plan, reduced->trace);
  if (certain && *certain) shortening.shorter = Shorter{std::move(reduced->plan), std::move(reduced->trace)};
  return shortening;
}

FindingCause Minimizer::explain(Runner& runner, const Plan& plan, const Trace& reported, Finding& finding,
                                Symbolizer& symbolizer, RefinerWatch& watch) {
  Attempts attempts(runner, symbolizer, reported, watched(kRunsToExplain, watch));
  std::optional<Trace> brief = goes_round(plan, reported) ? ended_sooner(attempts, plan, reported) : std::nullopt;
  if (brief) {
    return explain_run(runner, attempts, impatient(plan), run_before_livelock(std::move(*brief)), finding, choices_,
                       symbolizer, watch);
  }
  FindingCause words = explain_run(runner, attempts, plan, reported, finding, choices_, symbolizer, watch);
  const auto attempts_with_orders = [&, is_first = true]() mutable {
    const Attempts::Budget budget = std::exchange(is_first, false) ? kRunsWithOrders : kRunsWithMoreOrders;
    return Attempts(runner, symbolizer, reported, watched(budget, watch));
  };
  add_orders(attempts_with_orders, plan, reported, finding, choices_, symbolizer, words);
  return words;
}

}  // namespace sleave
