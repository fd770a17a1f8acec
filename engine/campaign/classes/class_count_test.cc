#include "engine/campaign/classes/class_count.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

TEST(ClassCount, ExactWhileItFits) {
  ClassCount count(100);
  for (std::uint64_t i = 0; i < 60; ++i) count.add(i);
  for (std::uint64_t i = 0; i < 40; ++i) count.add(i);
  EXPECT_EQ(count.distinct(), 60u);
  EXPECT_TRUE(count.exact());
  EXPECT_DOUBLE_EQ(count.chance_of_new(), 20.0 / 100);  // 20 classes seen once in 100 runs
}

TEST(ClassCount, EstimatesBeyond) {
  ClassCount count(4096);
  constexpr std::uint64_t kClasses = 200'000;
  for (std::uint64_t i = 0; i < kClasses; ++i) count.add(i);
  for (std::uint64_t i = 0; i < kClasses / 2; ++i) count.add(i);
  EXPECT_FALSE(count.exact());
  // Standard error 1.2 / sqrt(2048) in the worst case, 2.7 %; four of them.
  EXPECT_NEAR(static_cast<double>(count.distinct()), kClasses, 0.11 * kClasses);
  EXPECT_NEAR(count.chance_of_new(), 1.0 / 3, 0.06);
}

TEST(ClassCount, SurvivesSaving) {
  ClassCount count;
  for (std::uint64_t i = 0; i < 50; ++i) count.add(i % 30);
  ClassCount loaded;
  ASSERT_TRUE(loaded.load(count.save()).ok());
  EXPECT_EQ(loaded.distinct(), 30u);
  EXPECT_DOUBLE_EQ(loaded.chance_of_new(), count.chance_of_new());
  loaded.add(3);
  EXPECT_EQ(loaded.distinct(), 30u);

  for (std::uint64_t i = 0; i < 100'000; ++i) count.add(1000 + i);
  EXPECT_LT(count.save().size(), 200'000u);
  ASSERT_TRUE(loaded.load(count.save()).ok());
  EXPECT_NEAR(static_cast<double>(loaded.distinct()), 100'030, 11'000);
  EXPECT_FALSE(loaded.load("{}").ok());
}

}  // namespace
}  // namespace sleave
