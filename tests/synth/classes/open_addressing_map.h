// A hash map of fixed size with open addressing, lock-free: a put claims the slot of its key by compare-exchange.
//
// Wrong: get() finds a key whose value is not there yet, and returns the value of an empty slot.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

class OpenAddressingMap {
 public:
  // False: the map is full. Keys must not be 0.
  bool put(int key, int value) {
    if (key == kFree) return false;
    for (std::size_t i = 0; i < kSlots; ++i) {
      Slot& slot = slots_[(static_cast<std::size_t>(key) + i) % kSlots];
      int owner = kFree;
      if (!slot.key.compare_exchange_strong(owner, key) && owner != key) continue;
      slot.value = value;
      slot.has_value = true;
      return true;
    }
    return false;
  }

  std::optional<int> get(int key) const {
    for (std::size_t i = 0; i < kSlots; ++i) {
      const Slot& slot = slots_[(static_cast<std::size_t>(key) + i) % kSlots];
      const int owner = slot.key;
      if (owner == kFree) return std::nullopt;
      if (owner != key) continue;
#ifdef REPAIRED
      if (!slot.has_value) return std::nullopt;
#endif
      return slot.value;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kSlots = 8;
  static constexpr int kFree = 0;

  struct Slot {
    std::atomic<int> key{kFree};
    std::atomic<int> value{0};
    std::atomic<bool> has_value{false};
  };

  std::array<Slot, kSlots> slots_;
};
