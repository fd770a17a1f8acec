#include "engine/base/number_map.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>

namespace sleave {
namespace {

// Against the library's map. Few different numbers come again and again, 0 among them.
TEST(NumberMap, IsAMap) {
  std::mt19937_64 random(7);
  for (const std::uint64_t mask : {~std::uint64_t{0}, std::uint64_t{0x3ff}, std::uint64_t{0xff} << 56}) {
    NumberMap<std::uint64_t> map;
    std::unordered_map<std::uint64_t, std::uint64_t> expected;
    for (unsigned i = 0; i < 3'000; ++i) {
      const std::uint64_t number = random() & mask;
      ASSERT_EQ(map[number], expected[number]);
      map[number] = expected[number] = random();
    }
    for (const auto& [number, value] : expected) ASSERT_EQ(map[number], value);
  }
}

}  // namespace
}  // namespace sleave
