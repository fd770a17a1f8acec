// Allocates places by a bitmap, the lowest free one first.
//
// Wrong: allocate() sets the bit without checking that it was clear. Two callers get one place.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

class BitmapAllocator {
 public:
  std::optional<unsigned> allocate() {
    for (;;) {
      const std::uint32_t used = used_;
      unsigned place = 0;
      while (place < kPlaces && (used >> place) % 2 == 1) ++place;
      if (place == kPlaces) return std::nullopt;
#ifdef REPAIRED
      std::uint32_t expected = used;
      if (used_.compare_exchange_strong(expected, used | bit(place))) return place;
#else
      used_ |= bit(place);
      return place;
#endif
    }
  }

  // False: the place is not allocated.
  bool free(unsigned place) { return place < kPlaces && (used_.fetch_and(~bit(place)) & bit(place)) != 0; }

 private:
  static constexpr unsigned kPlaces = 2;
  static constexpr std::uint32_t bit(unsigned place) { return std::uint32_t{1} << place; }

  std::atomic<std::uint32_t> used_{0};
};
