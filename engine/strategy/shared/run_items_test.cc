#include "engine/strategy/shared/run_items.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

TEST(RunItems, AllRunsAreInOneItem) {
  for (const std::uint64_t runs : {1ull, 255ull, 256ull, 257ull, 1'000'000ull, 262'145ull, 1ull << 40}) {
    const RunItems items(runs);
    ASSERT_GT(items.count(), 0u);
    const std::uint64_t first = items.runs_of(0), last = items.runs_of(items.count() - 1);
    EXPECT_EQ(first * (items.count() - 1) + last, runs) << runs;
    EXPECT_GT(last, 0u);
    EXPECT_LE(last, first);
    EXPECT_LE(first, RunItems::kMost);
    EXPECT_TRUE(first >= RunItems::kLeast || items.count() == 1) << runs;
  }
}

TEST(RunItems, RangesKeepTheirBytes) {
  const ItemRange range{5, 1ull << 33};
  const std::vector<std::uint8_t> bytes = bytes_of(range);
  EXPECT_EQ(range_of(bytes, 1ull << 34), range);
  EXPECT_FALSE(range_of(bytes, 1ull << 33));  // beyond the end
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(range_of(std::span(bytes).first(size), ~0ull));
  EXPECT_FALSE(range_of(bytes_of(ItemRange{3, 0}), 10));
  EXPECT_FALSE(range_of(bytes_of(ItemRange{10, 1}), 10));
  EXPECT_FALSE(range_of(bytes_of(ItemRange{2, ~0ull}), 10));
}

}  // namespace
}  // namespace sleave
