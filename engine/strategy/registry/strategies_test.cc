#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/strategy/registry/make_strategy.h"
#include "engine/trace/sample_trace_test.h"

namespace sleave {
namespace {

std::unique_ptr<Strategy> make(const std::string& name, std::uint64_t seed = 1) {
  return std::move(make_strategy(name, {.seed = seed, .depth = 4})).value();
}

Trace trace_with_points(std::uint64_t points) {
  Trace trace = sample_trace();
  trace.header.points = points;
  return trace;
}

// Serialized plans of runs 0 to n - 1, each told done at once.
std::vector<std::vector<std::byte>> plans(Strategy& strategy, int n) {
  std::vector<std::vector<std::byte>> list;
  for (int i = 0; i < n; ++i) {
    const Plan plan = strategy.next().value();
    list.push_back(serialize(plan));
    strategy.done(plan, trace_with_points(static_cast<std::uint64_t>(10 + i)));
  }
  return list;
}

TEST(Strategies, SameSeedSamePlans) {
  for (const std::string& name : sampler_names()) {
    const auto first = plans(*make(name), 20);
    EXPECT_EQ(first, plans(*make(name), 20)) << name;
    EXPECT_NE(first, plans(*make(name, 2), 20)) << name;
    EXPECT_EQ(std::set(first.begin(), first.end()).size(), 20u) << name;
  }
}

TEST(Strategies, GoOnFromSavedState) {
  for (const std::string& name : sampler_names()) {
    const auto whole = plans(*make(name), 20);
    auto first = make(name);
    plans(*first, 8);
    auto second = make(name);
    ASSERT_TRUE(second->load(first->save()).ok());
    const Plan ninth = second->next().value();
    EXPECT_EQ(serialize(ninth), whole[8]) << name;
  }
}

// Of four plans the second chooses, the last reuses addresses, the others do neither.
TEST(Strategies, ChoicesAreRare) {
  auto strategy = std::move(make_strategy("sample", {.choices = parse_choices("spurious,reuse").value()})).value();
  for (int run = 0; run < 128; ++run) {
    const Plan plan = strategy->next().value();
    const int place = run % 4;
    const sleave_plan_choice& spurious = plan.choices[SLEAVE_CHOICE_spurious];
    EXPECT_EQ(spurious.most != 0, place == 1) << run;
    if (place == 1) {
      EXPECT_LE(spurious.most, 2u);
      EXPECT_EQ(spurious.among, 7u);
    }
    EXPECT_EQ(plan.choices[SLEAVE_CHOICE_reuse].most != 0, place == 3) << run;
    EXPECT_EQ(plan.choices[SLEAVE_CHOICE_wake].most, 0u);
    Trace trace = trace_with_points(5);
    trace.header.opportunities[SLEAVE_CHOICE_spurious] = 7;
    trace.header.opportunities[SLEAVE_CHOICE_wake] = 7;
    strategy->done(plan, trace);
  }
}

TEST(Strategies, PlansUnderWayAreNotLost) {
  auto strategy = make("random");
  std::vector<Plan> given;
  for (int i = 0; i < 3; ++i) given.push_back(strategy->next().value());
  strategy->done(given[0], trace_with_points(1));
  strategy->done(given[2], trace_with_points(1));
  auto resumed = make("random");
  ASSERT_TRUE(resumed->load(strategy->save()).ok());
  EXPECT_EQ(resumed->next()->tail_seed, given[1].tail_seed);
}

TEST(Strategies, PctUsesTheLongestRunSeen) {
  auto strategy = make("pct");
  const Plan first = strategy->next().value();
  EXPECT_EQ(first.tail_policy, SLEAVE_POLICY_pct);
  EXPECT_EQ(first.tail_depth, 4u);
  EXPECT_EQ(first.tail_length, 64u);
  strategy->done(first, trace_with_points(500));
  strategy->done(strategy->next().value(), trace_with_points(20));
  EXPECT_EQ(strategy->next()->tail_length, 500u);
}

// Every policy has its share of the plans of each kind (choice_shares.h).
TEST(Strategies, SampleTakesTurns) {
  auto strategy = make("sample");
  std::map<int, std::map<sleave_policy_kind, int>> policies;
  for (int run = 0; run < 64; ++run) {
    const int kind = run % 4 == 1 ? 1 : run % 4 == 3 ? 3 : 0;
    ++policies[kind][strategy->next().value().tail_policy];
  }
  const std::map<sleave_policy_kind, int> expected{
      {SLEAVE_POLICY_pos, 5}, {SLEAVE_POLICY_feedback, 8}, {SLEAVE_POLICY_surw, 1}, {SLEAVE_POLICY_random, 2}};
  EXPECT_EQ(policies[1], expected);
  EXPECT_EQ(policies[3], expected);
  for (const auto& [policy, count] : expected) EXPECT_EQ(policies[0][policy], 2 * count);
}

TEST(Strategies, LearnThreads) {
  auto strategy = make("random");
  const Plan first = strategy->next().value();
  EXPECT_TRUE(first.threads.empty());
  strategy->done(first, sample_trace());
  const Plan second = strategy->next().value();
  ASSERT_EQ(second.threads.size(), 2u);
  EXPECT_EQ(second.threads[1].parent, 0u);
  Trace grown = sample_trace();
  grown.threads.push_back(grown.threads[1]);
  grown.threads[2].parent = 1;
  strategy->done(second, grown);
  const Plan third = strategy->next().value();
  ASSERT_EQ(third.threads.size(), 3u);
  EXPECT_EQ(third.threads[2].parent, 1u);
}

TEST(Strategies, ExpectedPlansAreTheNextOnes) {
  for (const std::string& name : sampler_names()) {
    const auto strategy = make(name);
    strategy->done(strategy->next().value(), sample_trace());
    const std::vector<Plan> expected = strategy->expected(9);
    ASSERT_EQ(expected.size(), 9u) << name;
    for (const Plan& plan : expected) EXPECT_TRUE(same_plan(strategy->next().value(), plan)) << name;
  }
}

TEST(Strategies, UnknownNameAndDamagedStateAreRefused) {
  EXPECT_EQ(make_strategy("dpr", {}).error().tier, Tier::usage);
  for (const char* state : {"", "{}", "[1]", R"({"next":1,"longest":2,"threads":[[7,0]]})"}) {
    EXPECT_FALSE(make("sample")->load(state).ok()) << state;
  }
}

TEST(Strategies, OnlyWhoPredictsCanLeaveOutTheSolver) {
  for (const char* name : {"predict", "auto"}) {
    for (const char* part : {"solver", "branches"}) EXPECT_TRUE(make_strategy(name, {.without = part}).ok()) << name;
  }
  EXPECT_TRUE(make_strategy("sample", {.without = "solver", .predict = "on"}).ok());
  EXPECT_EQ(make_strategy("sample", {.without = "solver"}).error().tier, Tier::usage);
  EXPECT_EQ(make_strategy("predict", {.without = "cores"}).error().tier, Tier::usage);
}

TEST(Strategies, OnlyExhaustiveSearchCanLeaveOutSymmetry) {
  for (const char* name : {"dpor", "auto"}) EXPECT_TRUE(make_strategy(name, {.without = "symmetry"}).ok()) << name;
  EXPECT_EQ(make_strategy("sample", {.without = "symmetry"}).error().tier, Tier::usage);
  for (const char* name : {"concolic", "auto"}) EXPECT_TRUE(make_strategy(name, {.without = "aliases"}).ok()) << name;
  EXPECT_EQ(make_strategy("dpor", {.without = "aliases"}).error().tier, Tier::usage);
}

}  // namespace
}  // namespace sleave
