// A growing set of entries in the arena, found by key, kept in the order in which they came.
//
// Entry is trivially copyable and has `hash()` and `same(other)`, both of its key. Small at first: a run pays for every
// page it touches.
#pragma once

#include <cstdint>

#include "runtime/base/arena.h"

namespace sleave::rt {

template <typename Entry>
class EntryTable {
 public:
  // The entry with this key; `key` itself is added if there is none.
  Entry& at(const Entry& key) {
    if (entries_.size() * 2 >= capacity_) grow();
    std::uint32_t& slot = slot_for(key);
    if (slot == 0) {
      entries_.push(key);
      slot = static_cast<std::uint32_t>(entries_.size());
    }
    return entries_[slot - 1];
  }

  // Null if there is none.
  const Entry* find(const Entry& key) {
    if (capacity_ == 0) return nullptr;
    const std::uint32_t slot = slot_for(key);
    return slot == 0 ? nullptr : &entries_[slot - 1];
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  const Entry& operator[](std::size_t i) const { return entries_[i]; }

 private:
  std::uint32_t& slot_for(const Entry& key) {
    std::uint64_t at = key.hash() & (capacity_ - 1);
    while (slots_[at] != 0 && !entries_[slots_[at] - 1].same(key)) at = (at + 1) & (capacity_ - 1);
    return slots_[at];
  }

  void grow() {
    capacity_ = capacity_ == 0 ? 64 : capacity_ * 2;
    slots_ = static_cast<std::uint32_t*>(arena_allocate(capacity_ * sizeof(std::uint32_t)));
    for (std::size_t i = 0; i < entries_.size(); ++i) slot_for(entries_[i]) = static_cast<std::uint32_t>(i + 1);
  }

  ArenaArray<Entry> entries_;
  std::uint32_t* slots_;  // index of an entry plus one; open addressing, at most half full
  std::uint64_t capacity_;
};

}  // namespace sleave::rt
