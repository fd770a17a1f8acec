#include "engine/inputs/mutation.h"

#include <gtest/gtest.h>

#include <set>

namespace sleave {
namespace {

InputValues given() {
  return {{.name = 1, .bytes = {std::byte{2}}}, {.name = 2, .bytes = std::vector<std::byte>(9, std::byte{65})}};
}

std::size_t differences(const InputValues& a, const InputValues& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[i].bytes.size(); ++j) count += a[i].bytes[j] != b[i].bytes[j];
  }
  return count;
}

TEST(Mutation, KeepsNamesAndSizes) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    InputValues inputs = given();
    mutate(inputs, seed);
    ASSERT_EQ(inputs.size(), 2u);
    EXPECT_EQ(inputs[0].name, 1u);
    EXPECT_EQ(inputs[0].bytes.size(), 1u);
    EXPECT_EQ(inputs[1].bytes.size(), 9u);
  }
}

TEST(Mutation, DependsOnTheSeedAlone) {
  InputValues one = given();
  InputValues other = given();
  mutate(one, 7);
  mutate(other, 7);
  EXPECT_EQ(differences(one, other), 0u);
}

TEST(Mutation, MostlyChangesOneByteAndReachesAllValuesOfEach) {
  std::size_t single = 0;
  std::set<std::uint8_t> first;
  std::set<std::uint8_t> last;
  constexpr std::uint64_t kSeeds = 100'000;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    InputValues inputs = given();
    mutate(inputs, seed);
    single += differences(inputs, given()) == 1;
    first.insert(std::to_integer<std::uint8_t>(inputs[0].bytes[0]));
    last.insert(std::to_integer<std::uint8_t>(inputs[1].bytes[8]));
  }
  EXPECT_GT(single, kSeeds / 2);
  EXPECT_EQ(first.size(), 256u);
  EXPECT_EQ(last.size(), 256u);
}

TEST(Mutation, OfNothingIsNothing) {
  InputValues none;
  mutate(none, 1);
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace sleave
