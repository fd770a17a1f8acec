#include "engine/strategy/samplers/object_weights.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace sleave {
namespace {

constexpr sleave_location kShared = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x10);
constexpr sleave_location kOther = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x20);
constexpr sleave_location kPrivate = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x30);
constexpr sleave_location kConstant = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x40);

Trace trace_of(std::vector<sleave_trace_contact> contacts) {
  Trace trace;
  trace.contacts = std::move(contacts);
  return trace;
}

// Threads 1 and 2 of the trace stand at places 2 and 1 of the plans.
ObjectWeights learned() {
  ObjectWeights weights;
  weights.learn(trace_of({{kShared, 1, 4, 1, 0},
                          {kShared, 2, 2, 0, 0},
                          {kOther, 1, 1, 1, 0},
                          {kOther, 2, 1, 0, 0},
                          {kPrivate, 1, 9, 9, 0},
                          {kConstant, 1, 5, 0, 0},
                          {kConstant, 2, 5, 0, 0}}),
                {0, 2, 1});
  return weights;
}

Plan plan_of(const ObjectWeights& weights, std::uint64_t seed) {
  Plan plan;
  plan.tail_seed = seed;
  plan.threads = {{SLEAVE_NO_THREAD, 0}, {0, 0}, {0, 1}};
  weights.select(plan);
  return plan;
}

TEST(ObjectWeights, OnlyWhatThreadsShareAndChange) {
  std::set<sleave_location> selected;
  std::set<std::size_t> sizes;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Plan plan = plan_of(learned(), seed);
    selected.insert(plan.objects.begin(), plan.objects.end());
    sizes.insert(plan.objects.size());
  }
  EXPECT_EQ(selected, (std::set{kShared, kOther}));
  EXPECT_EQ(sizes, (std::set<std::size_t>{1, 2}));
}

TEST(ObjectWeights, WeightsAreEventsAtTheObjects) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Plan plan = plan_of(learned(), seed);
    if (plan.objects == std::vector{kShared}) {
      EXPECT_EQ(plan.weights, (std::vector<std::uint32_t>{0, 2, 4}));
    }
    if (plan.objects == std::vector{kOther}) {
      EXPECT_EQ(plan.weights, (std::vector<std::uint32_t>{0, 1, 1}));
    }
  }
}

TEST(ObjectWeights, CountsAreMovingMeans) {
  ObjectWeights weights = learned();
  weights.learn(trace_of({{kOther, 1, 9, 1, 0}}), {0, 2, 1});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Plan plan = plan_of(weights, seed);
    if (plan.objects == std::vector{kOther}) {
      EXPECT_EQ(plan.weights, (std::vector<std::uint32_t>{0, 1, 3}));
    }
  }
}

TEST(ObjectWeights, SavedAndLoadedTheySelectAlike) {
  ObjectWeights loaded;
  loaded.load(learned().save());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(serialize(plan_of(learned(), seed)), serialize(plan_of(loaded, seed))) << seed;
  }
}

}  // namespace
}  // namespace sleave
