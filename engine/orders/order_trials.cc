#include "engine/orders/order_trials.h"

#include <algorithm>

#include "engine/analyze/suppression_subject.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/batch_size.h"
#include "engine/campaign/confirm/divergence.h"
#include "engine/campaign/confirm/lasting_livelock.h"
#include "engine/model/choice_set.h"
#include "engine/strategy/registry/make_strategy.h"

namespace sleave {
namespace {

constexpr std::uint64_t kFirstSamples = 32;  // most failures show in so few; a search that ends is rarely shorter
constexpr std::uint64_t kSamples = 2'000;    // where a search does not end
constexpr std::size_t kKnownPlans = 32;
constexpr std::uint64_t kLongestSearched = 100'000;

bool is_same(const std::vector<sleave_plan_order>& a, const std::vector<sleave_plan_order>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.site == other.site && one.order == other.order && one.failure == other.failure;
  });
}

bool is_lost(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_damaged || trace.outcome() == SLEAVE_OUTCOME_refused ||
         trace.outcome() == SLEAVE_OUTCOME_memory_limit;
}

}  // namespace

struct OrderTrials::Attempt {
  std::vector<sleave_plan_order> orders;
  std::optional<Clock::time_point> end;
  OrderTrial trial;
  std::uint64_t lost = 0;

  [[nodiscard]] bool decided() const { return trial.failure.has_value(); }
};

OrderTrials::OrderTrials(const CampaignOptions& options, Runner& runner, Symbolizer& symbolizer)
    : options_(options), runner_(runner), symbolizer_(symbolizer), quiet_events_(options.limits.quiet_events) {}

Plan OrderTrials::completed(Plan plan, const Attempt& attempt) const {
  const bool searches = (plan.flags & SLEAVE_PLAN_SPLIT_WAITS) != 0;
  plan.flags |= options_.limits.flags;
  plan.record |= SLEAVE_RECORD_POINTS | SLEAVE_RECORD_OPERANDS;
  plan.max_events = searches ? std::max(options_.limits.max_events, kLongestSearched) : options_.limits.max_events;
  plan.quiet_events = quiet_events_;
  plan.hang_cpu_ms = options_.limits.hang_cpu_ms;
  plan.spin_repeats = options_.limits.spin_repeats;
  plan.orders = attempt.orders;
  return plan;
}

Result<std::unique_ptr<Strategy>> OrderTrials::make(const std::string& name, std::uint64_t seed) const {
  const Result<ChoiceSet> choices = parse_choices(options_.choices);
  if (!choices) return choices.error();
  return make_strategy(name, {.seed = seed,
                              .choices = *choices,
                              .time_outs = options_.time_outs,
                              .model = "c++20",
                              .most_events = options_.limits.max_events,
                              .inputs = "own",
                              .predict = "off"});
}

bool OrderTrials::is_over(const Attempt& attempt) const {
  if (interrupted() || attempt.decided()) return true;
  if (options_.runs != 0 && attempt.trial.runs >= options_.runs) return true;
  return attempt.end && Clock::now() >= *attempt.end;
}

// The failure happens again, or it is none.
Status OrderTrials::fail(Attempt& attempt, const Plan& plan, const Trace& trace) {
  const Result<bool> certain = is_certain(runner_, plan, trace);
  if (!certain) return certain.error();
  if (!*certain) return go_on(attempt, plan);
  Result<Trace> again = runner_.run(plan, Detail::full);
  if (!again) return again.error();
  if (interrupted()) return ok();
  if (!same_run(trace, *again)) return explain_difference(runner_, plan, attempt.trial.runs, symbolizer_);
  if (options_.suppressions.match(suppression_subject(*again, symbolizer_))) return ok();
  failed_.push_back(plan);
  if (failed_.size() > kKnownPlans) failed_.erase(failed_.begin());
  attempt.trial.failure = FailedTrial{plan, std::move(*again)};
  return ok();
}

// A livelock that was a long loop: what comes after it counts. The strategy knows the run as it was cut off, so an
// exhaustive search with it is not complete.
Status OrderTrials::go_on(Attempt& attempt, Plan plan) {
  ++attempt.lost;
  plan.quiet_events = quiet_events_ = std::max(quiet_events_, more_quiet_events(plan.quiet_events));
  const Result<Trace> trace = runner_.run(plan, Detail::full);
  if (!trace) return trace.error();
  return interrupted() ? ok() : conclude(attempt, plan, *trace);
}

Status OrderTrials::look_at_races(Attempt& attempt, const Plan& plan, const Trace& trace) {
  for (std::size_t i = 0; i < trace.races.size() && !attempt.decided() && !interrupted(); ++i) {
    const std::pair sites{trace.races[i].earlier.site, trace.races[i].later.site};
    if (suppressed_.contains(sites)) continue;
    Plan stopping = plan;
    stopping.stop_at_race = static_cast<std::uint32_t>(i + 1);
    const Result<Trace> stopped = runner_.run(stopping, Detail::full);
    if (!stopped) return stopped.error();
    if (stopped->outcome() != SLEAVE_OUTCOME_failed) continue;  // C++20 does not allow the run
    if (Status failed = fail(attempt, stopping, *stopped); !failed) return failed;
    if (!attempt.decided() && !interrupted()) suppressed_.insert(sites);
  }
  return ok();
}

// A run that may have failed.
Status OrderTrials::conclude(Attempt& attempt, const Plan& plan, const Trace& trace) {
  attempt.lost += is_lost(trace) ? 1 : 0;
  if (trace.outcome() == SLEAVE_OUTCOME_refused) {
    return Error{Tier::environment, options_.target.program + " could not be controlled: " + trace.message()};
  }
  if (trace.outcome() == SLEAVE_OUTCOME_failed) return fail(attempt, plan, trace);
  return look_at_races(attempt, plan, trace);
}

Status OrderTrials::try_known(Attempt& attempt) {
  const std::vector<Plan> known(failed_.rbegin(), failed_.rend());
  for (const Plan& plan : known) {
    if (is_over(attempt)) return ok();
    const Plan changed = completed(plan, attempt);
    const Result<Trace> trace = runner_.run(changed, Detail::full);
    if (!trace) return trace.error();
    ++attempt.trial.runs;
    if (trace->outcome() != SLEAVE_OUTCOME_failed) continue;
    if (Status failed = fail(attempt, changed, *trace); !failed) return failed;
  }
  return ok();
}

// The runs of a strategy, until it has none left, or the trial is decided or over.
class OrderTrials::Drive {
 public:
  Drive(OrderTrials& trials, Attempt& attempt, Strategy& strategy, std::uint64_t most)
      : trials_(trials), attempt_(attempt), strategy_(strategy), left_(most) {}

  Status run() {
    take();
    while (plan_) {
      if (Status made = make_some(); !made) return made;
    }
    return ok();
  }

 private:
  void take() {
    plan_.reset();
    while (left_ != 0 && !trials_.is_over(attempt_)) {
      if (std::optional<Plan> plan = strategy_.next()) {
        left_ -= plan->is_audit ? 0 : 1;
        plan_ = trials_.completed(std::move(*plan), attempt_);
        return;
      }
      if (!strategy_.progress().has_pending_work) return;
    }
  }

  void absorb(const Trace& trace) {
    trials_.places_.add(trace);
    attempt_.trial.runs += plan_->is_audit ? 0 : 1;
    strategy_.study(*plan_, trace);
    strategy_.done(*plan_, trace);
  }

  Status make_some() {
    std::vector<Plan> plans{*plan_};
    for (Plan& plan : strategy_.expected(size_.runs() - 1)) {
      plans.push_back(trials_.completed(std::move(plan), attempt_));
    }
    const BatchSize::Clock::time_point begin = BatchSize::Clock::now();
    std::size_t made = 0;
    const auto seen = [&](const Trace& trace) {
      absorb(trace);
      take();
      return plan_ && same_plan(*plan_, plans[++made]);
    };
    const Result<std::optional<Trace>> last = trials_.runner_.run_some(plans, Detail::full, seen);
    if (!last) return interrupted() ? stop() : last.error();
    Status done = ok();
    if (*last) {
      ++made;
      done = conclude(**last);
    }
    size_.learn(made, BatchSize::Clock::now() - begin);
    return done;
  }

  Status conclude(const Trace& trace) {
    if (trace.outcome() == SLEAVE_OUTCOME_unfinished) return stop();  // the time is over
    if (Status done = trials_.conclude(attempt_, *plan_, trace); !done) return done;
    if (interrupted() || attempt_.decided()) return stop();
    absorb(trace);
    take();
    return ok();
  }

  Status stop() {
    plan_.reset();
    return ok();
  }

  OrderTrials& trials_;
  Attempt& attempt_;
  Strategy& strategy_;
  std::uint64_t left_;
  std::optional<Plan> plan_;  // the next to run
  BatchSize size_;
};

Status OrderTrials::sample(Attempt& attempt, std::uint64_t most, std::uint64_t seed) {
  const Result<std::unique_ptr<Strategy>> sampler = make("sample", seed);
  return sampler ? Drive(*this, attempt, **sampler, most).run() : Status(sampler.error());
}

Status OrderTrials::search(Attempt& attempt) {
  const Result<std::unique_ptr<Strategy>> dpor = make("dpor", options_.seed);
  if (!dpor) return dpor.error();
  if (Status made = Drive(*this, attempt, **dpor, ~std::uint64_t{0}).run(); !made) return made;
  if (attempt.decided() || interrupted()) return ok();
  const std::optional<Exhaustion> space = (*dpor)->exhaustion();
  if (space && space->complete() && attempt.lost == 0) {
    attempt.trial.end = OrderTrial::End::complete;
    attempt.trial.exhaustion = space;
  } else {
    searches_ = false;
  }
  return ok();
}

Status OrderTrials::decide(Attempt& attempt) {
  Status made = try_known(attempt);
  if (made && !is_over(attempt)) made = sample(attempt, kFirstSamples, options_.seed);
  if (made && searches_ && !is_over(attempt)) made = search(attempt);
  const bool sampled = attempt.trial.end == OrderTrial::End::sampled;
  if (made && sampled && !is_over(attempt)) made = sample(attempt, kSamples, options_.seed + 1);
  return made;
}

Result<OrderTrial> OrderTrials::run(const std::vector<sleave_order>& orders, std::optional<Clock::time_point> end) {
  Attempt attempt{.orders = places_.planned(orders), .end = end, .trial = {}};
  runner_.end_at(end);
  Status made = decide(attempt);
  // A copy of a place that was met first in the trial had its own order there.
  while (made && !is_over(attempt) && !is_same(attempt.orders, places_.planned(orders))) {
    attempt = {.orders = places_.planned(orders), .end = end, .trial = {.runs = attempt.trial.runs}};
    made = decide(attempt);
  }
  runner_.end_at(std::nullopt);
  runs_ += attempt.trial.runs;
  if (!made) return made.error();
  if (attempt.decided()) attempt.trial.end = OrderTrial::End::failed;
  if (!attempt.decided() && interrupted()) attempt.trial.end = OrderTrial::End::interrupted;
  return std::move(attempt.trial);
}

}  // namespace sleave
