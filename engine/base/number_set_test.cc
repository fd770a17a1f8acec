#include "engine/base/number_set.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_set>

namespace sleave {
namespace {

// Against the library's set. Numbers with equal low bits come to the same place.
TEST(NumberSet, IsASet) {
  std::mt19937_64 random(7);
  for (const std::uint64_t mask : {~std::uint64_t{0}, std::uint64_t{0x3ff}, std::uint64_t{0xff} << 56}) {
    NumberSet set;
    std::unordered_set<std::uint64_t> expected;
    for (unsigned i = 0; i < 3'000; ++i) {
      const std::uint64_t number = random() & mask;
      ASSERT_EQ(set.contains(number), expected.contains(number));
      set.insert(number);
      expected.insert(number);
      ASSERT_TRUE(set.contains(number));
      ASSERT_EQ(set.size(), expected.size());
    }
  }
}

TEST(NumberSet, ClearsEverything) {
  NumberSet set;
  for (std::uint64_t number = 0; number < 100; ++number) set.insert(number);
  set.clear();
  EXPECT_EQ(set.size(), 0u);
  EXPECT_FALSE(set.contains(0));
  EXPECT_FALSE(set.contains(7));
}

}  // namespace
}  // namespace sleave
