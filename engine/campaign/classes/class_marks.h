// ClassMarks: which classes were seen, each by an evenly spread number, and which of them more than once. A table with
// open addressing: one look in memory for each run of a campaign, where a node-based table needs several. The two
// lowest bits of a number do not count; they hold the marks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sleave {

class ClassMarks {
 public:
  enum class Seen { never, once, more };

  // How often it had been seen.
  Seen add(std::uint64_t number) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    std::uint64_t& slot = slot_of(number);
    if (slot == 0) {
      slot = (number & ~kMarks) | kThere;
      ++count_;
      return Seen::never;
    }
    const Seen before = (slot & kAgain) != 0 ? Seen::more : Seen::once;
    slot |= kAgain;
    return before;
  }

  [[nodiscard]] std::size_t size() const { return count_; }

  void clear() {
    slots_.clear();
    count_ = 0;
  }

  // Calls `use` with each number and whether it was seen more than once.
  template <typename Use>
  void for_each(Use use) const {
    for (const std::uint64_t slot : slots_) {
      if (slot != 0) use(slot & ~kMarks, (slot & kAgain) != 0);
    }
  }

  template <typename Keeps>
  void keep_if(Keeps keeps) {
    fill(slots_.size(), keeps);
  }

 private:
  static constexpr std::uint64_t kThere = 1;
  static constexpr std::uint64_t kAgain = 2;
  static constexpr std::uint64_t kMarks = kThere | kAgain;
  static constexpr std::size_t kFirst = 64;

  std::uint64_t& slot_of(std::uint64_t number) {
    std::size_t at = number >> 2 & (slots_.size() - 1);
    while (slots_[at] != 0 && (slots_[at] & ~kMarks) != (number & ~kMarks)) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }

  void grow() {
    fill(slots_.empty() ? kFirst : 2 * slots_.size(), [](std::uint64_t) { return true; });
  }

  template <typename Keeps>
  void fill(std::size_t size, Keeps keeps) {
    const std::vector<std::uint64_t> old = std::move(slots_);
    slots_.assign(size, 0);
    count_ = 0;
    for (const std::uint64_t slot : old) {
      if (slot == 0 || !keeps(slot & ~kMarks)) continue;
      slot_of(slot) = slot;
      ++count_;
    }
  }

  std::vector<std::uint64_t> slots_;  // a power of two of them, at most half of them used
  std::size_t count_ = 0;
};

}  // namespace sleave
