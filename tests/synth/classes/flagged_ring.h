// A bounded queue for any number of producers and consumers, with a lock for each end and a flag per slot.
//
// Wrong: try_push() sets the flag of the slot before it stores the item. A pop takes what the slot held before.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

template <typename T>
class FlaggedRing {
 public:
  explicit FlaggedRing(std::size_t capacity = 2) : slots_(capacity == 0 ? 1 : capacity) {}

  bool try_push(const T& item) {
    const std::lock_guard lock(push_mutex_);
    Slot& slot = slots_[tail_ % slots_.size()];
    if (slot.is_filled) return false;
#ifdef REPAIRED
    slot.item = item;
    slot.is_filled = true;
#else
    slot.is_filled = true;
    slot.item = item;
#endif
    ++tail_;
    return true;
  }

  std::optional<T> try_pop() {
    const std::lock_guard lock(pop_mutex_);
    Slot& slot = slots_[head_ % slots_.size()];
    if (!slot.is_filled) return std::nullopt;
    const T item = slot.item;
    slot.is_filled = false;
    ++head_;
    return item;
  }

 private:
  struct Slot {
    std::atomic<bool> is_filled{false};
    T item{};
  };

  std::vector<Slot> slots_;
  std::mutex push_mutex_;
  std::mutex pop_mutex_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};
