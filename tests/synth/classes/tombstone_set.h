// A hash set of fixed size with open addressing, lock-free; an erased key leaves a tombstone.
//
// Wrong: insert() puts the key on the first tombstone that it met. Another insert of the key that looked at this slot
// before it became a tombstone takes a later one: the key is inserted twice.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

class TombstoneSet {
 public:
  // False: the key is there, or the set is full.
  bool insert(int key) {
    for (;;) {
      Slot* chosen = nullptr;
      int seen = kFree;
      for (std::size_t i = 0; i < kSlots; ++i) {
        Slot& slot = slot_of(key, i);
        const int owner = slot;
        if (owner == key) return false;
#ifndef REPAIRED
        if (owner == kTombstone && chosen == nullptr) {
          chosen = &slot;
          seen = kTombstone;
        }
#endif
        if (owner != kFree) continue;
        if (chosen == nullptr) chosen = &slot;
        break;
      }
      if (chosen == nullptr) return false;
      if (chosen->compare_exchange_strong(seen, key)) return true;
    }
  }

  bool erase(int key) {
    Slot* const slot = find(key);
    return slot != nullptr && slot->compare_exchange_strong(key, kTombstone);
  }

  bool contains(int key) { return find(key) != nullptr; }

 private:
  using Slot = std::atomic<int>;
  static constexpr std::size_t kSlots = 16;
  static constexpr int kFree = 0;
  static constexpr int kTombstone = -1;

  // Neighboring keys share a cache line, and so the slot where their search begins.
  Slot& slot_of(int key, std::size_t i) { return slots_[(static_cast<std::size_t>(key) / 8 * 8 + i) % kSlots]; }

  Slot* find(int key) {
    for (std::size_t i = 0; i < kSlots; ++i) {
      Slot& slot = slot_of(key, i);
      const int owner = slot;
      if (owner == key) return &slot;
      if (owner == kFree) return nullptr;
    }
    return nullptr;
  }

  std::array<Slot, kSlots> slots_{};
};
