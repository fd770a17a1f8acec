#include "engine/explore/strategies/auto.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/explore/run_cost.h"
#include "engine/explore/strategies/fixed_strategy_test.h"
#include "engine/trace/sample_trace_test.h"

namespace sleave {
namespace {

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
  const Portfolio portfolio = portfolio_of({~0ull, 40});
  std::vector<AutoStrategy::Member> members;
  auto sampling = std::make_unique<FixedStrategy>(1);
  auto exhaustive = std::make_unique<FixedStrategy>(2, 40);
  exhaustive->exhaustive = true;
  members.push_back({.strategy = std::move(sampling)});
  members.push_back({.strategy = std::move(exhaustive)});
  AutoStrategy strategy(std::move(members));
  EXPECT_FALSE(strategy.exhaustion());
  std::map<std::uint32_t, std::uint64_t> runs;
  while (const std::optional<Plan> plan = strategy.next()) {
    strategy.done(*plan, trace_of(10));
    ++runs[plan->tail_depth];
    ASSERT_LT(runs[1], 1'000u);
  }
  EXPECT_EQ(runs[2], 40u);
  ASSERT_TRUE(strategy.exhaustion());
  EXPECT_TRUE(strategy.exhaustion()->complete());
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
  EXPECT_TRUE(solves_within(1'000));
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
