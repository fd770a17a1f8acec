#include "engine/strategy/plan_key.h"

#include <gtest/gtest.h>

#include <set>

namespace sleave {
namespace {

TEST(PlanKey, DependsOnIdSeedAndInputsOnly) {
  Plan plan;
  plan.id = 3;
  plan.tail_seed = 5;
  plan.inputs = {{.name = 7, .bytes = {std::byte{1}, std::byte{2}}}};
  const std::uint64_t key = plan_key(plan);
  Plan other = plan;
  other.record = ~0u;
  other.decided_events = 9;
  EXPECT_EQ(plan_key(other), key) << "the campaign may change these";

  std::set<std::uint64_t> keys = {key};
  const auto differs = [&](auto change) {
    Plan changed = plan;
    change(changed);
    return keys.insert(plan_key(changed)).second;
  };
  EXPECT_TRUE(differs([](Plan& changed) { changed.id = 5; }));
  EXPECT_TRUE(differs([](Plan& changed) { changed.tail_seed = 3; }));
  EXPECT_TRUE(differs([](Plan& changed) { std::swap(changed.id, changed.tail_seed); }));
  EXPECT_TRUE(differs([](Plan& changed) { changed.inputs[0].name = 8; }));
  EXPECT_TRUE(differs([](Plan& changed) { std::swap(changed.inputs[0].bytes[0], changed.inputs[0].bytes[1]); }));
  EXPECT_TRUE(differs([](Plan& changed) { changed.inputs.clear(); }));
}

}  // namespace
}  // namespace sleave
