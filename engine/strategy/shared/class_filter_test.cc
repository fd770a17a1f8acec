#include "engine/strategy/shared/class_filter.h"

#include <gtest/gtest.h>

#include <set>

namespace sleave {
namespace {

TEST(ClassFilter, ReportsEachClassOnce) {
  ClassFilter filter;
  for (std::uint64_t i = 0; i < 100; ++i) filter.add(i % 40);
  EXPECT_EQ(filter.take().size(), 40u);
  for (std::uint64_t i = 0; i < 50; ++i) filter.add(i);
  EXPECT_EQ(filter.take().size(), 10u);
}

// Two processes that each saw a part keep, together, at least all that one would keep that saw everything.
TEST(ClassFilter, PartsHaveWhatTheWholeHas) {
  constexpr std::uint64_t kClasses = 20'000;
  std::set<std::uint64_t> parts, whole;
  ClassFilter first(1'000), second(1'000), both(1'000);
  const auto take = [](ClassFilter& filter, std::set<std::uint64_t>& into) {
    for (const std::uint64_t hash : filter.take()) into.insert(hash);
  };
  for (std::uint64_t i = 0; i < kClasses; ++i) {
    (i % 3 == 0 ? first : second).add(i);
    both.add(i);
  }
  take(first, parts);
  take(second, parts);
  take(both, whole);
  EXPECT_LE(whole.size(), 1'000u);
  EXPECT_GT(whole.size(), 200u);
  for (const std::uint64_t hash : whole) EXPECT_TRUE(parts.contains(hash));
}

}  // namespace
}  // namespace sleave
