// A bounded queue for one producer and one consumer without locks (Lamport): only the producer calls try_push(), only
// the consumer calls try_pop().
//
// Wrong: try_pop() frees the slot before it reads the item, which the producer can overwrite.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

template <typename T>
class LamportRing {
 public:
  explicit LamportRing(std::size_t capacity = 1) : slots_(capacity) {}

  bool try_push(const T& item) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == slots_.size()) return false;
    slots_[tail % slots_.size()] = item;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  std::optional<T> try_pop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
#ifdef REPAIRED
    const T item = slots_[head % slots_.size()];
    head_.store(head + 1, std::memory_order_release);
#else
    head_.store(head + 1, std::memory_order_release);
    const T item = slots_[head % slots_.size()];
#endif
    return item;
  }

 private:
  std::vector<T> slots_;
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};
