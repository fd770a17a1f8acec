#include "engine/minimize/reduce/attempts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/analyze/build.h"
#include "engine/base/interrupt.h"
#include "engine/trace/livelock.h"
#include "engine/trace/short_wait.h"

namespace sleave {
namespace {

constexpr std::uint64_t kEventsPerUnit = 2'000;
constexpr std::uint64_t kMostPerRun = 16;  // by its events: halving takes a number of runs, however long they are
constexpr std::uint64_t kMostExpensiveRuns = 10;
constexpr std::uint64_t kWaitingRun = 500;  // ended by a limit on time, where others take milliseconds

std::uint64_t cost_of(const Trace& trace) {
  return 1 + std::min(trace.header.events / kEventsPerUnit, kMostPerRun) + (ended_by_waiting(trace) ? kWaitingRun : 0);
}

// Of its memory or time: it cost as much as many others.
bool took_all_it_may(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_memory_limit || trace.outcome() == SLEAVE_OUTCOME_damaged ||
         trace.outcome() == SLEAVE_OUTCOME_unfinished || ended_by_waiting(trace);
}

// Of a run without progress: every thread that could run did so while it went round. Else it shows only that a
// schedule can leave a thread waiting for another that it never lets run.
bool all_had_their_turn(const Trace& trace) {
  if (trace.finding() != SLEAVE_FIND_no_progress) return true;
  std::vector<bool> ran(trace.threads.size());
  for (std::size_t i = events_before_livelock(trace); i < trace.events.size(); ++i) ran[trace.events[i].thread] = true;
  for (std::size_t i = 0; i < ran.size(); ++i) {
    if (!ran[i] && trace.threads[i].state == SLEAVE_THREAD_ENABLED) return false;
  }
  return true;
}

}  // namespace

Attempts::Attempts(Runner& runner, Symbolizer& symbolizer, const Trace& failed, const Budget& budget, Now now)
    : runner_(runner),
      symbolizer_(symbolizer),
      signature_(failure_signature(failed, symbolizer)),
      race_(failed.finding() == SLEAVE_FIND_data_race),
      waits_(ended_by_waiting(failed)),
      budget_(budget.runs),
      slow_(budget.slow),
      watch_(budget.watch),
      now_(std::move(now)) {}

bool Attempts::over() const {
  const bool late = watch_ != nullptr && watch_->is_over();
  return broken_ || spent_ >= budget_ || slow_.used_up() || late || interrupted();
}

std::optional<Trace> Attempts::run(const Plan& plan) {
  if (over()) return std::nullopt;
  const SlowRuns::Time began = now_();
  Result<Trace> trace = runner_.run(waits_ ? with_short_wait(plan) : plan, Detail::full);
  slow_.add(now_() - began);
  ++runs_;
  if (watch_ != nullptr) watch_->ran();
  broken_ = !trace.ok();
  if (broken_ || interrupted()) return std::nullopt;
  spent_ += cost_of(*trace);
  if (took_all_it_may(*trace)) spent_ += budget_ / kMostExpensiveRuns;
  return std::move(*trace);
}

bool Attempts::is_same(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_failed && trace.header.dropped == 0 && all_had_their_turn(trace) &&
         failure_signature(trace, symbolizer_) == signature_;
}

std::optional<std::uint32_t> Attempts::race_in(const Trace& trace) {
  for (std::size_t i = 0; i < trace.races.size(); ++i) {
    if (race_signature(trace, trace.races[i], symbolizer_) == signature_) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

std::optional<Attempts::Outcome> Attempts::outcome(Plan plan) {
  plan.stop_at_race = 0;
  std::optional<Trace> trace = run(plan);
  if (!trace) return std::nullopt;
  const bool failed = race_ ? race_in(*trace).has_value() : is_same(*trace);
  return Outcome{failed, std::move(*trace)};
}

std::optional<Trace> Attempts::fails(Plan& plan) {
  std::optional<Outcome> first = outcome(plan);
  if (!first || !first->failed) return std::nullopt;
  if (race_) plan.stop_at_race = *race_in(first->trace) + 1;
  if (!race_) return std::move(first->trace);  // it may be large
  std::optional<Trace> stopped = run(plan);
  return stopped && is_same(*stopped) ? std::move(stopped) : std::nullopt;
}

}  // namespace sleave
