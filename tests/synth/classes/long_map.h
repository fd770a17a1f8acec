// A lock-free hash map of fixed size, whose put() returns the value that it replaced.
//
// Wrong: if another put() of the key comes first, put() returns that one's value as the replaced one, but does not
// store its own. Known from NonBlockingHashMapLong of JCTools (issue 319), found with Lincheck.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

class LongMap {
 public:
  // The value before. Keys and values are positive; nothing is stored when the map is full.
  std::optional<int> put(int key, int value) {
    std::atomic<int>* const slot = claim(key);
    if (slot == nullptr || value <= kNone) return std::nullopt;
    int old = *slot;
#ifdef REPAIRED
    while (!slot->compare_exchange_strong(old, value)) {
    }
#else
    slot->compare_exchange_strong(old, value);
#endif
    return known(old);
  }

  std::optional<int> get(int key) const {
    for (std::size_t i = 0; i < kSlots; ++i) {
      const Slot& slot = slots_[(static_cast<std::size_t>(key) + i) % kSlots];
      if (slot.key == key) return known(slot.value);
      if (slot.key == kNone) return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<int> remove(int key) {
    std::atomic<int>* const slot = claim(key);
    return slot == nullptr ? std::nullopt : known(slot->exchange(kNone));
  }

 private:
  static constexpr std::size_t kSlots = 8;
  static constexpr int kNone = 0;

  struct Slot {
    std::atomic<int> key{kNone};
    std::atomic<int> value{kNone};
  };

  static std::optional<int> known(int value) {
    if (value == kNone) return std::nullopt;
    return value;
  }

  // The place of the key's value; null: the map is full.
  std::atomic<int>* claim(int key) {
    if (key <= kNone) return nullptr;
    for (std::size_t i = 0; i < kSlots; ++i) {
      Slot& slot = slots_[(static_cast<std::size_t>(key) + i) % kSlots];
      int owner = kNone;
      if (slot.key.compare_exchange_strong(owner, key) || owner == key) return &slot.value;
    }
    return nullptr;
  }

  std::array<Slot, kSlots> slots_;
};
