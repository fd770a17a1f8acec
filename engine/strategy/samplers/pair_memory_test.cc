#include "engine/strategy/samplers/pair_memory.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace sleave {
namespace {

constexpr sleave_site kStore = SLEAVE_SITE(0, 0x10);
constexpr sleave_site kLoad = SLEAVE_SITE(0, 0x20);
constexpr sleave_site kElsewhere = SLEAVE_SITE(0, 0x30);

Trace trace_of(std::vector<sleave_trace_pair> pairs) {
  Trace trace;
  trace.pairs = std::move(pairs);
  return trace;
}

// A load that found what the store left, and an unrelated place.
PairMemory memory() {
  PairMemory memory;
  memory.learn({}, trace_of({{0, kStore, 1}, {kStore, kLoad, 1}, {0, kElsewhere, 1}}));
  return memory;
}

Plan plan_of(PairMemory& memory, std::uint64_t seed) {
  Plan plan;
  plan.tail_seed = seed;
  memory.steer(plan);
  return plan;
}

TEST(PairMemory, WithoutPairsThereIsNothingToWant) {
  PairMemory nothing;
  for (std::uint64_t seed = 0; seed < 20; ++seed) EXPECT_TRUE(plan_of(nothing, seed).relations.empty());
}

TEST(PairMemory, TriesWhatWasNotSeen) {
  PairMemory memory_of_one = memory();
  std::set<std::pair<sleave_site, sleave_site>> wanted;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const sleave_plan_relation& one : plan_of(memory_of_one, seed).relations) {
      if (one.kind == SLEAVE_RELATION_WANTED) wanted.emplace(one.writer, one.reader);
    }
  }
  EXPECT_TRUE(wanted.contains({0, kLoad}));
  EXPECT_TRUE(wanted.contains({kStore, kStore}));
  EXPECT_FALSE(wanted.contains({kStore, kElsewhere})) << "they never met at an object";
}

TEST(PairMemory, WhoWouldOverwriteItIsARival) {
  PairMemory memory_of_one = memory();
  bool tried = false;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Plan plan = plan_of(memory_of_one, seed);
    if (plan.relations.empty() || plan.relations[0].kind != SLEAVE_RELATION_WANTED) continue;
    if (plan.relations[0].reader != kLoad || plan.relations[0].writer != 0) continue;
    tried = true;
    ASSERT_EQ(plan.relations.size(), 2u);
    EXPECT_EQ(plan.relations[1].kind, static_cast<std::uint32_t>(SLEAVE_RELATION_RIVAL));
    EXPECT_EQ(plan.relations[1].reader, kStore);
    EXPECT_EQ(plan.relations[1].writer, 0u);
  }
  EXPECT_TRUE(tried);
}

TEST(PairMemory, BuildsOnWhatLedToSomethingNew) {
  PairMemory grown = memory();
  Plan lucky;
  lucky.relations = {{kLoad, 0, SLEAVE_RELATION_WANTED, 0}, {kStore, 0, SLEAVE_RELATION_RIVAL, 0}};
  grown.learn(lucky, trace_of({{0, kLoad, 1}}));
  int built_on = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Plan plan = plan_of(grown, seed);
    built_on += plan.relations.size() > 1 && plan.relations[0].reader == kLoad && plan.relations[0].writer == 0 &&
                plan.relations[1].kind != SLEAVE_RELATION_RIVAL;
  }
  EXPECT_GT(built_on, 0);
}

TEST(PairMemory, SavedAndLoadedItGoesOnAlike) {
  PairMemory original = memory();
  for (std::uint64_t seed = 0; seed < 5; ++seed) plan_of(original, seed);
  PairMemory loaded;
  loaded.load(original.save());
  for (std::uint64_t seed = 5; seed < 20; ++seed) {
    EXPECT_EQ(serialize(plan_of(original, seed)), serialize(plan_of(loaded, seed))) << seed;
  }
}

}  // namespace
}  // namespace sleave
