// A bounded queue for any number of producers and consumers: each slot has a sequence number that states whose turn it
// is (Vyukov).
//
// Wrong: try_pop() reports "empty" when the first slot was claimed by a push that has not stored its item yet, even if
// a later push has ended. (The published queue does so, too: it is not linearizable.)
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

template <typename T>
class VyukovRing {
 public:
  explicit VyukovRing(std::size_t capacity = 2) : slots_(capacity < 2 ? 2 : capacity) {
    for (std::size_t i = 0; i < slots_.size(); ++i) slots_[i].turn = i;
  }

  bool try_push(const T& item) {
    std::size_t place = tail_;
    for (;;) {
      Slot& slot = slots_[place % slots_.size()];
      const std::size_t turn = slot.turn;
      if (turn == place) {
        if (!tail_.compare_exchange_strong(place, place + 1)) continue;
        slot.item = item;
        slot.turn = place + 1;
        return true;
      }
      if (turn < place && is_full(place)) return false;
      place = tail_;
    }
  }

  std::optional<T> try_pop() {
    std::size_t place = head_;
    for (;;) {
      Slot& slot = slots_[place % slots_.size()];
      const std::size_t turn = slot.turn;
      if (turn == place + 1) {
        if (!head_.compare_exchange_strong(place, place + 1)) continue;
        const T item = slot.item;
        slot.turn = place + slots_.size();
        return item;
      }
      if (turn < place + 1 && is_empty(place)) return std::nullopt;
      place = head_;
    }
  }

 private:
  struct Slot {
    std::atomic<std::size_t> turn;
    T item{};
  };

  // Whether the slot is really not filled, or a push is about to fill it.
  bool is_empty([[maybe_unused]] std::size_t place) const {
#ifdef REPAIRED
    return tail_ == place;
#else
    return true;
#endif
  }

  bool is_full([[maybe_unused]] std::size_t place) const {
#ifdef REPAIRED
    return head_ + slots_.size() == place;
#else
    return true;
#endif
  }

  std::vector<Slot> slots_;
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};
