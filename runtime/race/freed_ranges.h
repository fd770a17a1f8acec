// Large blocks that died, for shadow memory that is not made yet: ranges of addresses, each with the access that ended
// it. A program may free thousands of them and touch thousands of new pages, so both questions look at what overlaps
// only.
#pragma once

#include <cstdint>

#include "runtime/base/arena.h"
#include "runtime/race/access.h"

namespace sleave::rt {

// Zeroed memory is an empty one.
class FreedRanges {
 public:
  // [begin, end) died by `access`, whatever was known of it before.
  void add(std::uintptr_t begin, std::uintptr_t end, Access access);

  // [begin, end) is allocated again.
  void forget(std::uintptr_t begin, std::uintptr_t end);

  // Calls visit(from, to, access) for each part of [begin, end), which is not empty, that died.
  template <typename Visit>
  void each(std::uintptr_t begin, std::uintptr_t end, Visit visit) {
    for (std::size_t i = first_after(begin); i < ranges_.size() && ranges_[i].begin < end; ++i) {
      const Range& range = ranges_[i];
      visit(range.begin > begin ? range.begin : begin, range.end < end ? range.end : end, range.access);
    }
  }

 private:
  struct Range {
    std::uintptr_t begin;
    std::uintptr_t end;
    Access access;
  };

  // The first range that ends after `address`.
  [[nodiscard]] std::size_t first_after(std::uintptr_t address) const;

  ArenaArray<Range> ranges_;  // by address, none overlaps another
};

}  // namespace sleave::rt
