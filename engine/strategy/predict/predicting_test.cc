#include "engine/strategy/predict/predicting.h"

#include <gtest/gtest.h>

#include "engine/strategy/run_cost.h"
#include "engine/testing/fixed_strategy.h"
#include "engine/trace/sample_trace_test.h"

namespace sleave {
namespace {

constexpr sleave_location kMemory = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x80);
constexpr sleave_location kLock = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x40);

sleave_event access_of(sleave_event_kind kind, std::uint32_t thread, sleave_site site) {
  sleave_event event = sample_event(kind, thread);
  event.location = kMemory;
  event.size = 4;
  event.site = site;
  return event;
}

// T1 writes, then locks and unlocks; main does the same and reads. Nothing but the lock's order keeps the accesses
// apart, so a race is predicted. `place` tells one such program from another; `more` events come at the end.
Trace one_race(std::uint64_t place, std::size_t more = 0) {
  Trace trace = sample_trace();
  trace.header.sections[SLEAVE_SECTION_EVENTS].capacity = 1'000'000;
  trace.header.events = 9;
  trace.events.clear();
  const auto add = [&](sleave_event_kind kind, std::uint32_t thread) -> sleave_event& {
    trace.events.push_back(sample_event(kind, thread));
    return trace.events.back();
  };
  const auto lock_and_unlock = [&](std::uint32_t thread) {
    add(SLEAVE_EV_mutex_lock, thread).location = kLock;
    add(SLEAVE_EV_mutex_unlock, thread).location = kLock;
  };
  add(SLEAVE_EV_thread_start, 0);
  add(SLEAVE_EV_thread_create, 0).value = 1;
  add(SLEAVE_EV_thread_start, 1);
  trace.events.push_back(access_of(SLEAVE_EV_plain_write, 1, SLEAVE_SITE(0, 0x10'000 + 2 * place)));
  lock_and_unlock(1);
  add(SLEAVE_EV_thread_exit, 1);
  lock_and_unlock(0);
  trace.events.push_back(access_of(SLEAVE_EV_plain_read, 0, SLEAVE_SITE(0, 0x10'001 + 2 * place)));
  for (std::size_t i = 0; i < more; ++i) add(SLEAVE_EV_heap_alloc, 0);
  return trace;
}

// What the predicted run does.
Trace with_the_race(Trace trace, std::uint64_t place) {
  trace.races.resize(1);
  trace.races[0].earlier.site = SLEAVE_SITE(0, 0x10'000 + 2 * place);
  trace.races[0].later.site = SLEAVE_SITE(0, 0x10'001 + 2 * place);
  return trace;
}

void run(Strategy& strategy, const Plan& plan, const Trace& trace) {
  strategy.study(plan, trace);
  strategy.done(plan, trace);
}

// The first run is not observed: how long it is shows whether the next one can be.
Plan first_observed(Strategy& strategy) {
  const Plan first = strategy.next().value();
  EXPECT_FALSE(Predictions::is_observed(first));
  run(strategy, first, one_race(0));
  return strategy.next().value();
}

TEST(Predicting, TriesWhatAnObservedRunPredicts) {
  auto other = std::make_unique<FixedStrategy>(1);
  const FixedStrategy& inner = *other;
  Predicting strategy(std::move(other));
  const Plan observed = first_observed(strategy);
  EXPECT_TRUE(Predictions::is_observed(observed));
  EXPECT_TRUE(strategy.expected(8).empty());
  run(strategy, observed, one_race(0));
  EXPECT_EQ(inner.studied, 2u);
  EXPECT_EQ(strategy.predictions().predicted, 1u);

  // T1 goes on to just before its write, which is no point by itself; main comes past the lock.
  Plan tried = strategy.next().value();
  EXPECT_EQ(tried.tail_depth, 1u);
  EXPECT_FALSE(tried.decisions.empty());
  EXPECT_TRUE(Predictions::is_observed(tried));
  run(strategy, tried, with_the_race(one_race(0), 0));
  EXPECT_EQ(strategy.predictions().confirmed, 1u);
  EXPECT_EQ(strategy.predictions().precise_not_confirmed, 0u);
  EXPECT_EQ(inner.studied, 2u);
  EXPECT_EQ(inner.overheard, 1u);
  EXPECT_EQ(inner.strange, 0u);
  EXPECT_TRUE(strategy.next()->decisions.empty());
}

// Recording all of it would cost several times as much as the runs themselves.
TEST(Predicting, LongRunsAreObservedOnlyWhenThereIsRoomForThat) {
  Predicting strategy(std::make_unique<FixedStrategy>(1));
  Trace long_run = one_race(0);
  long_run.header.events = 400'000;
  const std::uint64_t recording = cost_of_recording(long_run.header.events);
  for (std::uint64_t whole = 0;; whole += cost_of(0, long_run)) {
    const Plan plan = strategy.next().value();
    if (Predictions::is_observed(plan)) {
      EXPECT_GE(whole, 3 * recording - 100'000);
      break;
    }
    ASSERT_LE(whole, 8 * recording);
    run(strategy, plan, long_run);
  }
}

// A search that has come to its end, and has not run everything, leaves none of them untried, whatever they cost.
TEST(Predicting, WhatIsOpenAtTheEndIsTried) {
  enum class End { with_gaps, complete, up_to_a_bound };
  for (const End end : {End::with_gaps, End::complete, End::up_to_a_bound}) {
    auto other = std::make_unique<FixedStrategy>(1, 20);
    other->exhaustive = true;
    if (end == End::with_gaps) other->gaps = {GapKind::timers};
    if (end == End::up_to_a_bound) other->bound = "2 time-outs";
    Predicting strategy(std::move(other));
    std::uint64_t tried = 0;
    std::uint64_t place = 0;
    for (int i = 0; const std::optional<Plan> plan = strategy.next(); ++i) {
      ASSERT_LT(i, 1'000);
      const bool predicted = !plan->decisions.empty();
      tried += predicted ? 1 : 0;
      // Those of the search predict something new each, and so do the first of those that are tried for them.
      const Trace trace = one_race(place < 30 ? ++place : place, predicted ? 50'000 : 0);
      run(strategy, *plan, trace);
      EXPECT_FALSE(strategy.progress().has_runs_in_flight);
    }
    const PredictionReport report = strategy.predictions();
    EXPECT_EQ(report.confirmed + report.not_confirmed, tried);
    if (end == End::complete) {
      EXPECT_LT(tried, report.predicted);
    } else {
      EXPECT_EQ(tried, report.predicted);
    }
  }
}

TEST(Predicting, HasAtMostItsShare) {
  Predicting strategy(std::make_unique<FixedStrategy>(1));
  std::uint64_t whole = 0;
  std::uint64_t spent = 0;
  std::uint64_t place = 0;
  std::uint64_t tried = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Plan plan = strategy.next().value();
    // Each observed run predicts another race, and the run that is made for it takes much longer than others do.
    const bool predicted = !plan.decisions.empty();
    const Trace trace = one_race(++place, predicted ? 2'000 : 0);
    run(strategy, plan, trace);
    whole += cost_of(plan.record, trace);
    spent += predicted ? cost_of(plan.record, trace) : 0;
    tried += predicted ? 1 : 0;
  }
  EXPECT_GT(tried, 10u);
  EXPECT_LE(spent, whole / 4 + 40'000);
  EXPECT_GE(spent, whole / 10);
}

TEST(Predicting, WhereNothingIsNewFewRunsAreObserved) {
  Predicting strategy(std::make_unique<FixedStrategy>(1));
  int observed = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Plan plan = strategy.next().value();
    observed += Predictions::is_observed(plan) ? 1 : 0;
    run(strategy, plan, with_the_race(one_race(0), 0));
  }
  EXPECT_GT(observed, 5);
  EXPECT_LT(observed, 50);
}

TEST(Predicting, ExpectedPlansAreTheNextOnes) {
  Predicting strategy(std::make_unique<FixedStrategy>(1));
  std::uint64_t guessed = 0;
  for (std::uint64_t batch = 0; batch < 500; ++batch) {
    const Plan plan = strategy.next().value();
    const std::vector<Plan> expected = strategy.expected(64);
    run(strategy, plan, one_race(batch % 50));
    for (const Plan& guess : expected) {
      const Plan next = strategy.next().value();
      ASSERT_TRUE(same_plan(next, guess));
      run(strategy, next, one_race(batch % 50));
      ++guessed;
    }
  }
  EXPECT_GT(guessed, 1'000u);
}

TEST(Predicting, GoesOnFromSavedState) {
  Predicting first(std::make_unique<FixedStrategy>(1));
  run(first, first_observed(first), one_race(0));
  run(first, first.next().value(), with_the_race(one_race(0), 0));
  Predicting second(std::make_unique<FixedStrategy>(1));
  ASSERT_TRUE(second.load(first.save()).ok());
  EXPECT_EQ(second.predictions().confirmed, 1u);
  const Plan plan = second.next().value();
  EXPECT_EQ(plan.tail_seed, derive_seed(1, 2));
  run(second, plan, one_race(0));
  run(second, second.next().value(), one_race(0));
  EXPECT_TRUE(second.next()->decisions.empty());  // it was tried before
}

}  // namespace
}  // namespace sleave
