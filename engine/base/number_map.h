// A map from 64-bit numbers to values: open addressing in one array, at most half full. For maps that are made and
// dropped many thousand times a second and hold a few entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/base/recycled.h"
#include "engine/base/rng.h"

namespace sleave {

template <typename Value>
class NumberMap {
 public:
  // Of a number that is not there yet, Value(). Valid until the next call.
  Value& operator[](std::uint64_t number) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place_of(number)];
    if (!slot.taken) {
      slot = {number, Value(), true};
      ++used_;
    }
    return slot.value;
  }

 private:
  static constexpr std::size_t kFirstSlots = 16;

  struct Slot {
    std::uint64_t number = 0;
    Value value{};
    bool taken = false;
  };

  // Where the number is, or where it would be.
  [[nodiscard]] std::size_t place_of(std::uint64_t number) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = mix64(number) & mask;
    while (slots_[place].taken && slots_[place].number != number) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    const RecycledVector<Slot> before =
        std::exchange(slots_, RecycledVector<Slot>(slots_.empty() ? kFirstSlots : 2 * slots_.size()));
    for (const Slot& slot : before) {
      if (slot.taken) slots_[place_of(slot.number)] = slot;
    }
  }

  RecycledVector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace sleave
