// A set of 64-bit numbers that are hashes already: open addressing in one array, at most half full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sleave {

class NumberSet {
 public:
  void insert(std::uint64_t number) {
    if (number == 0) {
      has_zero_ = true;
      return;
    }
    if (2 * (used_ + 1) > slots_.size()) grow();
    std::uint64_t& slot = slots_[place_of(number)];
    used_ += slot == 0 ? 1 : 0;
    slot = number;
  }

  [[nodiscard]] bool contains(std::uint64_t number) const {
    if (number == 0) return has_zero_;
    return !slots_.empty() && slots_[place_of(number)] == number;
  }

  [[nodiscard]] std::size_t size() const { return used_ + (has_zero_ ? 1 : 0); }

  void clear() {
    slots_.clear();
    used_ = 0;
    has_zero_ = false;
  }

 private:
  static constexpr std::size_t kFirstSlots = 64;

  // Where the number is, or where it would be.
  [[nodiscard]] std::size_t place_of(std::uint64_t number) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = number & mask;
    while (slots_[place] != 0 && slots_[place] != number) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    const std::vector<std::uint64_t> numbers =
        std::exchange(slots_, std::vector<std::uint64_t>(slots_.empty() ? kFirstSlots : 2 * slots_.size()));
    for (const std::uint64_t number : numbers) {
      if (number != 0) slots_[place_of(number)] = number;
    }
  }

  std::vector<std::uint64_t> slots_;  // 0: free
  std::size_t used_ = 0;
  bool has_zero_ = false;
};

}  // namespace sleave
