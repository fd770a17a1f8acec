#include "engine/strategy/shared/shared_samples.h"

#include <gtest/gtest.h>

#include "engine/strategy/registry/make_strategy.h"
#include "engine/strategy/shared/shared_pool_test.h"
#include "engine/trace/sample_trace_test.h"

namespace sleave {
namespace {

// What a run shows depends on all that its plan has.
Trace run(const Plan& plan) {
  std::uint64_t hash = plan.tail_policy;
  for (const std::byte byte : serialize(plan)) hash = mix64(hash ^ std::to_integer<std::uint64_t>(byte));
  Trace trace = sample_trace();
  trace.header.hash = hash;
  trace.header.class_hash = hash % 97;
  trace.header.points = 3 + hash % 60;
  trace.header.outcome = hash % 5 == 0 ? SLEAVE_OUTCOME_failed : SLEAVE_OUTCOME_exited;
  trace.header.finding = hash % 10 == 0 ? SLEAVE_FIND_deadlock : SLEAVE_FIND_crash;
  trace.races.clear();
  if (hash % 300 == 0) trace.races.emplace_back().earlier.site = hash;
  return trace;
}

std::unique_ptr<Strategy> make(const std::string& name, std::uint64_t runs, std::size_t round, std::uint64_t seed = 1) {
  return std::make_unique<SharedSamples>(
      SharedSamples::Options{.runs = runs, .round = round, .has_one_worker = true, .sampled_one_in = 1},
      [name, seed](std::uint64_t item) { return make_strategy(name, {.seed = derive_seed(seed, item), .depth = 3}); });
}

SharedPool pooled(const std::string& name, std::uint64_t runs, std::size_t round, std::size_t processes,
                  std::uint64_t kill, std::uint64_t seed = 1) {
  SharedPool pool([=] { return make(name, runs, round, seed); }, run, processes, 17 * processes + kill);
  pool.run(100, kill);
  return pool;
}

TEST(SharedSamples, ProcessesThatAreKilledMakeTheRunsOfOne) {
  for (const std::string& name : sampler_names()) {
    const SharedPool alone = pooled(name, 5'000, 32, 1, 0);
    EXPECT_EQ(alone.runs, 5'001u);  // and the first, which does not count
    const SearchTotals& totals = alone.totals;
    EXPECT_EQ(totals.complete_runs + totals.failed_runs + totals.deadlocked_classes + totals.blocked_runs, 5'000u);
    EXPECT_EQ(alone.classes.size(), 97u);
    EXPECT_NEAR(totals.weight, 1, 1e-9);
    const SharedPool shared = pooled(name, 5'000, 32, 4, 700);
    EXPECT_GT(shared.kills, 0u) << name;
    EXPECT_GT(shared.runs, 5'000u) << name;
    EXPECT_EQ(shared.totals.class_sum, totals.class_sum) << name;
    EXPECT_EQ(shared.totals.complete_runs, totals.complete_runs) << name;
    EXPECT_EQ(shared.totals.failed_runs, totals.failed_runs) << name;
    EXPECT_EQ(shared.totals.deadlocked_classes, totals.deadlocked_classes) << name;
    EXPECT_EQ(shared.classes, alone.classes) << name;
    EXPECT_NE(pooled(name, 5'000, 32, 1, 0, 2).totals.class_sum, totals.class_sum) << name;
  }
}

// Several workers take different items; the runs of each are those of one worker.
TEST(SharedSamples, WorkersTakeItemsOfTheirOwn) {
  const SharedPool alone = pooled("pct", 2'000, 32, 1, 0);
  SharedSamples strategy({.runs = 2'000, .round = 32, .has_one_worker = false}, [](std::uint64_t item) {
    return make_strategy("pct", {.seed = derive_seed(1, item), .depth = 3});
  });
  SharedWork& work = *strategy.shared_work();
  ASSERT_TRUE(work.begin_epoch("{}", {}).ok());
  ASSERT_NE(work.add_piece(work.first_piece()), 0u);
  SearchTotals totals;
  Rng random(3);
  std::vector<std::vector<Plan>> workers(3);
  for (;;) {
    for (std::vector<Plan>& plans : workers) {
      if (plans.empty()) plans = strategy.next_some(1 + random.below(40));
    }
    std::vector<Plan>& plans = workers[random.below(workers.size())];
    if (plans.empty() && work.open_here() == 0) break;
    if (plans.empty()) continue;
    EXPECT_TRUE(strategy.expected(100).empty());
    strategy.done(plans.front(), run(plans.front()));
    plans.erase(plans.begin());
    const SearchCut cut = work.cut(0);
    totals.class_sum += cut.totals.class_sum;
    totals.complete_runs += cut.totals.complete_runs;
  }
  EXPECT_EQ(totals.class_sum, alone.totals.class_sum);
  EXPECT_EQ(totals.complete_runs, alone.totals.complete_runs);
}

// A repeated item counts nowhere, and has the hash that it had.
TEST(SharedSamples, ARepeatedItemHasItsHash) {
  const auto strategy = make("surw", 5'000, 32);
  SharedWork& work = *strategy->shared_work();
  ASSERT_TRUE(work.begin_epoch("{}", {}).ok());
  ASSERT_NE(work.add_piece(work.first_piece()), 0u);
  std::vector<SampledItem> samples;
  while (const std::optional<Plan> plan = strategy->next()) {
    strategy->done(*plan, run(*plan));
    for (const SampledItem& sample : work.cut(0).sampled) samples.push_back(sample);
  }
  ASSERT_EQ(samples.size(), 20u);  // 5,000 / 256
  const auto other = make("surw", 5'000, 32);
  SharedWork& again = *other->shared_work();
  ASSERT_TRUE(again.begin_epoch("{}", {}).ok());
  again.repeat(1, samples[0].item);
  again.repeat(2, {1, 2, 3});
  while (const std::optional<Plan> plan = other->next()) other->done(*plan, run(*plan));
  const SearchCut cut = again.cut(0);
  EXPECT_EQ(cut.totals.complete_runs, 0u);
  ASSERT_EQ(cut.repeated.size(), 2u);
  for (const RepeatedItem& item : cut.repeated) {
    EXPECT_EQ(item.hash, item.id == 1 ? std::optional(samples[0].hash) : std::nullopt);
  }
}

TEST(SharedSamples, ADamagedItemIsAGap) {
  const auto strategy = make("pos", 1'000, 32);
  SharedWork& work = *strategy->shared_work();
  ASSERT_TRUE(work.begin_epoch("{}", {}).ok());
  ASSERT_NE(work.add_piece(make("pos", 100'000, 32)->shared_work()->first_piece()), 0u);
  const std::optional<Plan> first = strategy->next();
  ASSERT_TRUE(first);
  EXPECT_FALSE(strategy->next());
  strategy->done(*first, run(*first));
  EXPECT_FALSE(strategy->next());
  const SearchCut cut = work.cut(0);
  EXPECT_EQ(cut.totals.gaps.size(), 1u);
  EXPECT_EQ(cut.totals.done, 1u);
}

}  // namespace
}  // namespace sleave
