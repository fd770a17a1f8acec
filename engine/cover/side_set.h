// SideSet: a set of branch outcomes, by their number in a BranchTable.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sleave {

class SideSet {
 public:
  SideSet() = default;
  // Of sides numbered below `sides`; empty.
  explicit SideSet(std::size_t sides) : words_((sides + 63) / 64) {}

  void insert(std::uint32_t side) {
    if (side / 64 >= words_.size()) words_.resize(side / 64 + 1);
    words_[side / 64] |= std::uint64_t{1} << (side % 64);
  }

  [[nodiscard]] bool contains(std::uint32_t side) const {
    return side / 64 < words_.size() && (words_[side / 64] >> (side % 64) & 1) != 0;
  }

  // Adds `other`; how many were not there before.
  std::size_t add(const SideSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    std::size_t fresh = 0;
    for (std::size_t i = 0; i < other.words_.size(); ++i) {
      fresh += static_cast<std::size_t>(std::popcount(other.words_[i] & ~words_[i]));
      words_[i] |= other.words_[i];
    }
    return fresh;
  }

  [[nodiscard]] std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }

  bool operator==(const SideSet& other) const {
    const std::size_t words = std::max(words_.size(), other.words_.size());
    for (std::size_t i = 0; i < words; ++i) {
      if (word(i) != other.word(i)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] std::uint64_t word(std::size_t index) const { return index < words_.size() ? words_[index] : 0; }

  std::vector<std::uint64_t> words_;
};

}  // namespace sleave
