#include "engine/strategy/class_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace sleave {
namespace {

using End = ClassSum::End;

ClassSum sum_of(const std::vector<std::uint64_t>& hashes) {
  ClassSum sum;
  for (const std::uint64_t hash : hashes) sum.add(hash, End::exit);
  return sum;
}

TEST(ClassSum, DependsOnNoOrder) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> hashes(1000);
  std::generate(hashes.begin(), hashes.end(), random);
  const ClassSum sum = sum_of(hashes);
  std::shuffle(hashes.begin(), hashes.end(), random);
  EXPECT_EQ(sum_of(hashes), sum);
  ClassSum parts = sum_of({hashes.begin(), hashes.begin() + 300});
  parts += sum_of({hashes.begin() + 300, hashes.end()});
  EXPECT_EQ(parts, sum);
}

TEST(ClassSum, ShowsLostRepeatedAndExchangedClasses) {
  const ClassSum sum = sum_of({1, 2, 3});
  EXPECT_NE(sum_of({1, 2}), sum);
  EXPECT_NE(sum_of({1, 2, 3, 3}), sum);
  EXPECT_NE(sum_of({1, 2, 4}), sum);
  EXPECT_NE(sum_of({1, 1, 3}), sum);
  EXPECT_NE(sum_of({0, 3, 3}), sum) << "the numbers have the same sum";
  ClassSum failed = sum_of({1, 2});
  failed.add(3, End::failure);
  EXPECT_NE(failed, sum);
}

TEST(ClassSum, DifferencesAddUp) {
  ClassSum more = sum_of({1, 2, 3, 4});
  more -= sum_of({1, 2});
  EXPECT_EQ(more, sum_of({3, 4}));
  ClassSum none = sum_of({5});
  none -= sum_of({5});
  EXPECT_EQ(none, ClassSum());
}

TEST(ClassSum, IsKeptAsText) {
  const ClassSum sum = sum_of({1, 2, 3});
  EXPECT_EQ(ClassSum().text(), "00000000000000000000000000000000");
  EXPECT_EQ(ClassSum::from_text(sum.text()), sum);
  EXPECT_EQ(ClassSum::from_text("12"), std::nullopt);
  EXPECT_EQ(ClassSum::from_text("0000000000000000000000000000000g"), std::nullopt);
}

}  // namespace
}  // namespace sleave
