// ClassFilter: the classes that a process has seen and not reported yet, in bounded memory.
//
// All processes and the database keep the same fair sample of classes, those whose hash begins with `level` zero bits
// (engine/campaign/classes/class_count.h), so their union is such a sample. A process needs a level only as high as its
// own classes make it: that of the union is at least as high.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/base/rng.h"

namespace sleave {

class ClassFilter {
 public:
  // As farm.most_classes() of engine/farm/sql.
  static constexpr std::size_t kMost = 16'384;

  explicit ClassFilter(std::size_t most = kMost) : most_(most) {}

  void add(std::uint64_t class_hash) {
    const std::uint64_t mixed = mix64(class_hash);
    if (!keeps(mixed) || !seen_.insert(mixed).second) return;
    news_.push_back(mixed);
    if (seen_.size() > most_) thin();
  }

  // Those that came since the last time, mixed.
  std::vector<std::uint64_t> take() { return std::exchange(news_, {}); }

  void clear() { *this = ClassFilter(most_); }

 private:
  [[nodiscard]] bool keeps(std::uint64_t mixed) const { return level_ == 0 || mixed >> (64 - level_) == 0; }
  void thin() {
    while (seen_.size() > most_ && level_ < 63) {
      ++level_;
      std::erase_if(seen_, [this](std::uint64_t mixed) { return !keeps(mixed); });
      std::erase_if(news_, [this](std::uint64_t mixed) { return !keeps(mixed); });
    }
  }

  std::size_t most_;
  unsigned level_ = 0;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::uint64_t> news_;
};

}  // namespace sleave
