// Against a map of single addresses.
#include "runtime/race/freed_ranges.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace sleave::rt {

namespace {

constexpr std::uintptr_t kSpace = 200;
using Numbers = std::array<std::uint32_t, kSpace>;  // of the access that ended each address; 0: none

Numbers seen(FreedRanges& ranges, std::uintptr_t begin, std::uintptr_t end) {
  Numbers result{};
  ranges.each(begin, end, [&](std::uintptr_t from, std::uintptr_t to, Access access) {
    EXPECT_LT(from, to);
    for (std::uintptr_t at = from; at < to; ++at) {
      EXPECT_EQ(result.at(at), 0u) << "address " << at << " twice";
      result.at(at) = access.what();
    }
  });
  return result;
}

TEST(FreedRanges, AgreeWithSingleAddresses) {
  std::mt19937 random(1);
  FreedRanges ranges{};
  Numbers expected{};
  for (std::uint32_t step = 1; step <= 20'000; ++step) {
    const std::uintptr_t begin = random() % kSpace;
    const std::uintptr_t end = begin + 1 + random() % (step % 4 == 0 ? kSpace - begin : 1 + (kSpace - begin) / 8);
    const bool dies = random() % 2 == 0;
    dies ? ranges.add(begin, end, {0, 1, step}) : ranges.forget(begin, end);
    for (std::uintptr_t at = begin; at < end; ++at) expected.at(at) = dies ? step : 0;

    const std::uintptr_t from = random() % kSpace;
    const std::uintptr_t to = from + 1 + random() % (kSpace - from);
    Numbers part{};
    for (std::uintptr_t at = from; at < to; ++at) part.at(at) = expected.at(at);
    ASSERT_EQ(seen(ranges, from, to), part) << "step " << step;
  }
}

}  // namespace

}  // namespace sleave::rt
