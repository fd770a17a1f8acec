#include "engine/strategy/auto/auto.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/strategy/run_cost.h"
#include "engine/testing/fixed_strategy.h"
#include "engine/trace/sample_trace_test.h"

namespace sleave {
namespace {

constexpr std::uint64_t kLongestLeadInRuns = 100;  // of runs with few events

Trace trace_of(std::uint64_t events) {
  Trace trace = sample_trace();
  trace.header.events = events;
  return trace;
}

// Members with marks 1, 2, ...; what they are is kept by the strategy.
struct Portfolio {
  std::vector<FixedStrategy*> members;
  std::unique_ptr<AutoStrategy> strategy;
};

Portfolio portfolio_of(const std::vector<std::uint64_t>& most) {
  Portfolio made;
  std::vector<AutoStrategy::Member> members;
  for (const std::uint64_t plans : most) {
    auto member = std::make_unique<FixedStrategy>(static_cast<std::uint32_t>(made.members.size() + 1), plans);
    made.members.push_back(member.get());
    members.push_back({.strategy = std::move(member)});
  }
  made.strategy = std::make_unique<AutoStrategy>(std::move(members));
  return made;
}

// How many of each member, until the strategy has nothing more; the first member never has nothing.
std::map<std::uint32_t, std::uint64_t> runs_to_the_end(AutoStrategy& strategy) {
  std::map<std::uint32_t, std::uint64_t> runs;
  while (const std::optional<Plan> plan = strategy.next()) {
    strategy.done(*plan, trace_of(10));
    if (++runs[plan->tail_depth] == 1'000) {
      ADD_FAILURE() << "no end after a thousand runs of member " << plan->tail_depth;
      break;
    }
  }
  return runs;
}

// Whatever the runs of the members cost: when one of them has had c, all n together had not much more than n * c. (A
// turn is an eighth too long at most, and those at the beginning are guesses.)
TEST(Auto, IsAtMostSoManyTimesWorseThanItsBestMember) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Rng rng(seed);
    const std::uint64_t n = 2 + rng.below(3);
    const Portfolio portfolio = portfolio_of(std::vector<std::uint64_t>(n, ~0ull));
    std::vector<std::uint64_t> each;
    for (std::uint64_t i = 0; i < n; ++i) each.push_back(std::uint64_t{1} << rng.below(13));
    const std::uint64_t dearest = *std::max_element(each.begin(), each.end());
    std::map<std::uint32_t, std::uint64_t> spent;
    std::uint64_t whole = 0;
    for (int run = 0; run < 5'000; ++run) {
      Plan plan = portfolio.strategy->next().value();
      plan.flags |= SLEAVE_PLAN_FAIL_ON_EXIT;  // what the campaign adds to it
      plan.record |= SLEAVE_RECORD_EDGES;
      const Trace trace = trace_of(each[plan.tail_depth - 1] / 2 + rng.below(each[plan.tail_depth - 1] + 1));
      portfolio.strategy->study(plan, trace);
      portfolio.strategy->done(plan, trace);
      whole += cost_of(plan.record, trace);
      spent[plan.tail_depth] += cost_of(plan.record, trace);
      const std::uint64_t at_first = n * 20 * (dearest + 100);
      for (const auto& [mark, cost] : spent) EXPECT_LE(4 * whole, 5 * n * cost + 4 * at_first) << seed << " " << run;
    }
    EXPECT_EQ(spent.size(), n);
    for (const FixedStrategy* member : portfolio.members) EXPECT_EQ(member->strange, 0u);
  }
}

TEST(Auto, CountsWhatMembersThink) {
  const Portfolio portfolio = portfolio_of({~0ull, ~0ull});
  std::map<std::uint32_t, std::uint64_t> runs;
  for (int run = 0; run < 10'000; ++run) {
    const Plan plan = portfolio.strategy->next().value();
    if (plan.tail_depth == 2) portfolio.members[1]->thoughts += 9 * (100 + cost_of(0, trace_of(0)));
    portfolio.strategy->done(plan, trace_of(100));
    ++runs[plan.tail_depth];
  }
  EXPECT_NEAR(static_cast<double>(runs[1]) / static_cast<double>(runs[2]), 10, 2);
}

// A long thought ends the turn of whoever had it. What it led to is run first; then it waits for the others.
TEST(Auto, WhatWasThoughtOutIsRunBeforeTheNextTurn) {
  const Portfolio portfolio = portfolio_of({~0ull, ~0ull});
  Plan plan = portfolio.strategy->next().value();
  for (; plan.tail_depth != 2; plan = portfolio.strategy->next().value()) portfolio.strategy->done(plan, trace_of(100));
  portfolio.members[1]->thoughts += 1'000'000;
  std::vector<std::uint32_t> order;
  for (int run = 0; run < 1'000; ++run) {
    portfolio.strategy->done(plan, trace_of(100));
    plan = portfolio.strategy->next().value();
    order.push_back(plan.tail_depth);
  }
  const auto ready = std::find(order.begin(), order.end(), 1u) - order.begin();
  EXPECT_GE(ready, 8);
  EXPECT_LE(ready, 32);
  EXPECT_EQ(std::count(order.begin(), order.end(), 2u), ready);
}

TEST(Auto, AMemberThatWaitsDoesSoForSomeRunsAtMost) {
  for (const std::uint64_t runs : {5u, 100u, 300u}) {
    std::vector<AutoStrategy::Member> members;
    members.push_back({.strategy = std::make_unique<FixedStrategy>(1)});
    members.push_back({.strategy = std::make_unique<FixedStrategy>(2), .handicap = 1'000'000, .waits_for_runs = runs});
    members.push_back({.strategy = std::make_unique<FixedStrategy>(3), .handicap = 1'000'000});
    AutoStrategy strategy(std::move(members));
    std::map<std::uint32_t, std::uint64_t> first;
    for (std::uint64_t run = 0; run < 2'000; ++run) {
      const Plan plan = strategy.next().value();
      first.try_emplace(plan.tail_depth, run);
      strategy.done(plan, trace_of(10));
    }
    EXPECT_GE(first[2], runs);
    EXPECT_LE(first[2], runs + kLongestLeadInRuns);
    EXPECT_FALSE(first.contains(3));
  }
}

TEST(Auto, AMemberThatHasNothingLeavesItsShare) {
  const Portfolio portfolio = portfolio_of({3, 100});
  int runs = 0;
  while (const std::optional<Plan> plan = portfolio.strategy->next()) {
    portfolio.strategy->done(*plan, trace_of(10));
    ++runs;
  }
  EXPECT_EQ(runs, 103);
}

TEST(Auto, EndsWhenEverythingWasRun) {
  std::vector<AutoStrategy::Member> members;
  auto sampling = std::make_unique<FixedStrategy>(1);
  auto exhaustive = std::make_unique<FixedStrategy>(2, 40);
  exhaustive->exhaustive = true;
  members.push_back({.strategy = std::move(sampling)});
  members.push_back({.strategy = std::move(exhaustive)});
  AutoStrategy strategy(std::move(members));
  EXPECT_FALSE(strategy.exhaustion());
  EXPECT_EQ(runs_to_the_end(strategy)[2], 40u);
  ASSERT_TRUE(strategy.exhaustion());
  EXPECT_TRUE(strategy.exhaustion()->complete());
}

// The result names what keeps the search from being complete.
TEST(Auto, ReportsTheGapsOfItsSearch) {
  std::vector<AutoStrategy::Member> members;
  auto exhaustive = std::make_unique<FixedStrategy>(2, 40);
  exhaustive->exhaustive = true;
  exhaustive->gaps = {GapKind::timers};
  members.push_back({.strategy = std::make_unique<FixedStrategy>(1, 100)});
  members.push_back({.strategy = std::move(exhaustive)});
  AutoStrategy strategy(std::move(members));
  EXPECT_EQ(runs_to_the_end(strategy)[1], 100u);
  ASSERT_TRUE(strategy.exhaustion());
  EXPECT_FALSE(strategy.exhaustion()->complete());
  EXPECT_EQ(strategy.exhaustion()->gaps, Gaps{GapKind::timers});
}

// It left out what sampling takes: the others have as much again as everything took, and the result is the same.
TEST(Auto, GoesOnWhereTheSearchLeftSomethingOut) {
  for (const bool by_bound : {false, true}) {
    const auto made = [&](std::uint64_t sampled) {
      auto exhaustive = std::make_unique<FixedStrategy>(2, 4'000);
      exhaustive->exhaustive = true;
      if (by_bound) {
        exhaustive->bound = "2 time-outs";
      } else {
        exhaustive->assumptions = {Assumption::no_reuse_of_addresses, Assumption::own_clocks};
      }
      std::vector<AutoStrategy::Member> members;
      members.push_back({.strategy = std::make_unique<FixedStrategy>(1, sampled)});
      members.push_back({.strategy = std::move(exhaustive)});
      return std::make_unique<AutoStrategy>(std::move(members));
    };
    std::unique_ptr<AutoStrategy> strategy = made(~0ull);
    std::uint64_t at_end = 0;  // cost of all when the search had come to its end
    std::uint64_t whole = 0;
    for (int run = 0; const std::optional<Plan> plan = strategy->next(); ++run) {
      ASSERT_LT(run, 100'000);
      EXPECT_FALSE(at_end != 0 && plan->tail_depth == 2);
      if (strategy->exhaustion() && at_end == 0) at_end = whole;
      strategy->done(*plan, trace_of(10));
      whole += cost_of(0, trace_of(10));
      if (whole == 3 * at_end / 2) {  // interrupted, and it goes on
        std::unique_ptr<AutoStrategy> resumed = made(~0ull);
        ASSERT_TRUE(resumed->load(strategy->save()).ok());
        strategy = std::move(resumed);
      }
    }
    ASSERT_GT(at_end, 4'000 * cost_of(0, trace_of(10)));
    EXPECT_NEAR(static_cast<double>(whole) / static_cast<double>(at_end), 2, 0.1);
    ASSERT_TRUE(strategy->exhaustion());
    EXPECT_TRUE(strategy->exhaustion()->complete());

    // Nobody has anything left: it ends at once.
    std::unique_ptr<AutoStrategy> other = made(10);
    int runs = 0;
    for (; const std::optional<Plan> plan = other->next(); ++runs) other->done(*plan, trace_of(10));
    EXPECT_EQ(runs, 4'010);
  }
}

// What sampling takes for granted as well is no reason to go on.
TEST(Auto, EndsWhereSamplingAssumesTheSame) {
  auto exhaustive = std::make_unique<FixedStrategy>(2, 40);
  exhaustive->exhaustive = true;
  exhaustive->assumptions = {Assumption::own_clocks};
  std::vector<AutoStrategy::Member> members;
  members.push_back({.strategy = std::make_unique<FixedStrategy>(1)});
  members.push_back({.strategy = std::move(exhaustive)});
  AutoStrategy strategy(std::move(members));
  EXPECT_EQ(runs_to_the_end(strategy)[2], 40u);
}

// Solving is of no use before an input was seen; what others run is heard by all.
TEST(Auto, InputsBringMembersIn) {
  std::vector<AutoStrategy::Member> members;
  auto solving = std::make_unique<FixedStrategy>(2);
  const FixedStrategy* const heard = solving.get();
  members.push_back({.strategy = std::make_unique<FixedStrategy>(1)});
  members.push_back({.strategy = std::move(solving), .needs_inputs = true});
  AutoStrategy strategy(std::move(members));
  const auto solves_within = [&](int runs) {
    for (int run = 0; run < runs; ++run) {
      const Plan plan = strategy.next().value();
      strategy.done(plan, trace_of(100));
      if (plan.tail_depth == 2) return true;
    }
    return false;
  };
  EXPECT_FALSE(solves_within(1'000));
  Plan of_another;
  of_another.tail_seed = 1234;
  Trace with_input = trace_of(10);
  with_input.inputs.emplace_back();
  strategy.done(of_another, with_input);
  EXPECT_EQ(heard->overheard, 1u);
  EXPECT_TRUE(solves_within(1));  // it has had nothing yet, whoever's turn it was
}

// Beyond its full share a member has half of what each other has; but only where inputs make one more.
TEST(Auto, AMemberHasHalfAShareBeyondItsFullOne) {
  constexpr std::uint64_t kFull = 100'000;
  for (const bool has_inputs : {false, true}) {
    const auto made = [] {
      std::vector<AutoStrategy::Member> members;
      members.push_back({.strategy = std::make_unique<FixedStrategy>(1), .full_share = kFull});
      members.push_back({.strategy = std::make_unique<FixedStrategy>(2)});
      return std::make_unique<AutoStrategy>(std::move(members));
    };
    Trace trace = trace_of(100);
    if (has_inputs) trace.inputs.emplace_back();
    std::unique_ptr<AutoStrategy> strategy = made();
    std::map<std::uint32_t, std::uint64_t> spent;
    const auto spend = [&](std::uint64_t most) {
      while (spent[1] + spent[2] < most) {
        const Plan plan = strategy->next().value();
        strategy->done(plan, trace);
        spent[plan.tail_depth] += cost_of(plan.record, trace);
      }
    };
    const auto expect_close = [&](std::uint64_t first, std::uint64_t second) {
      EXPECT_NEAR(static_cast<double>(spent[1]), static_cast<double>(first), 0.1 * static_cast<double>(first));
      EXPECT_NEAR(static_cast<double>(spent[2]), static_cast<double>(second), 0.1 * static_cast<double>(second));
    };
    spend(2 * kFull);
    expect_close(kFull, kFull);
    spend(8 * kFull);
    expect_close((has_inputs ? 3 : 4) * kFull, (has_inputs ? 5 : 4) * kFull);
    std::unique_ptr<AutoStrategy> resumed = made();
    ASSERT_TRUE(resumed->load(strategy->save()).ok());
    strategy = std::move(resumed);
    spend(14 * kFull);
    expect_close((has_inputs ? 5 : 7) * kFull, (has_inputs ? 9 : 7) * kFull);
  }
}

// As long as runs cost what those before did.
TEST(Auto, ExpectedPlansAreTheNextOnes) {
  const Portfolio portfolio = portfolio_of({~0ull, ~0ull, ~0ull});
  AutoStrategy& strategy = *portfolio.strategy;
  for (int batch = 0; batch < 100; ++batch) {
    std::vector<Plan> batch_plans{strategy.next().value()};
    for (Plan& plan : strategy.expected(64)) batch_plans.push_back(std::move(plan));
    strategy.done(batch_plans[0], trace_of(10));
    for (std::size_t i = 1; i < batch_plans.size(); ++i) {
      const Plan plan = strategy.next().value();
      EXPECT_TRUE(same_plan(plan, batch_plans[i])) << batch << " " << i;
      strategy.done(plan, trace_of(10));
    }
  }
}

TEST(Auto, GoesOnFromSavedState) {
  const Portfolio first = portfolio_of({~0ull, ~0ull});
  for (int run = 0; run < 500; ++run) first.strategy->done(first.strategy->next().value(), trace_of(100));
  const Portfolio second = portfolio_of({~0ull, ~0ull});
  ASSERT_TRUE(second.strategy->load(first.strategy->save()).ok());
  std::map<std::uint32_t, std::uint64_t> runs;
  for (int run = 0; run < 500; ++run) {
    const Plan plan = second.strategy->next().value();
    ++runs[plan.tail_depth];
    second.strategy->done(plan, trace_of(100));
  }
  EXPECT_NEAR(static_cast<double>(runs[1]), 250, 60);
  for (const char* state : {"", "{}", "[1]", R"({"members":[],"has_inputs":false})"}) {
    EXPECT_FALSE(portfolio_of({1}).strategy->load(state).ok()) << state;
  }
}

}  // namespace
}  // namespace sleave
