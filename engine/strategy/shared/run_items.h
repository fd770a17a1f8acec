// RunItems: a number of runs as items of a shared search. Each item is a fresh strategy with a seed of its own and a
// fixed number of runs, so it is the same wherever and however often it is done. A *range* of items is an item, too: it
// splits into its halves, so that a search begins with one, and nodes give large parts away first.
//
// Larger items let a strategy learn more from its own runs; smaller ones divide better and lose less with a node. A
// thousandth of all runs is little enough for a few hundred cores, within bounds: fewer than 256 runs teach nothing,
// and 16,384 runs of a small program take about half a second.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sleave {

struct ItemRange {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  bool operator==(const ItemRange&) const = default;
};

// 16 bytes, the lowest first.
std::vector<std::uint8_t> bytes_of(const ItemRange& range);
// None: they are of another size, or the range is empty or does not lie within 0 to `items`.
std::optional<ItemRange> range_of(std::span<const std::uint8_t> bytes, std::uint64_t items);

class RunItems {
 public:
  static constexpr std::uint64_t kLeast = 256;
  static constexpr std::uint64_t kMost = 16'384;

  explicit RunItems(std::uint64_t runs)
      : runs_(runs), each_(std::clamp(std::bit_floor(std::max<std::uint64_t>(runs / 1024, 1)), kLeast, kMost)) {}

  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  [[nodiscard]] std::uint64_t count() const { return runs_ / each_ + (runs_ % each_ != 0 ? 1 : 0); }
  [[nodiscard]] std::uint64_t runs_of(std::uint64_t item) const { return std::min(each_, runs_ - item * each_); }

 private:
  std::uint64_t runs_;
  std::uint64_t each_;
};

}  // namespace sleave
