// A deque with a lock for each end.
//
// Wrong: a pop holds only the lock of its end. The last item is taken from both ends at once.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>

template <typename T>
class TwoLockDeque {
 public:
  void push_front(const T& item) {
    const std::lock_guard lock(front_mutex_);
    items_[(front_ - 1) % kPlaces] = item;
    --front_;
  }

  void push_back(const T& item) {
    const std::lock_guard lock(back_mutex_);
    items_[back_ % kPlaces] = item;
    ++back_;
  }

  std::optional<T> pop_front() {
#ifdef REPAIRED
    const std::lock_guard front_lock(front_mutex_);
    const std::lock_guard back_lock(back_mutex_);
#else
    const std::lock_guard lock(front_mutex_);
#endif
    if (front_ == back_) return std::nullopt;
    const T item = items_[front_ % kPlaces];
    ++front_;
    return item;
  }

  std::optional<T> pop_back() {
#ifdef REPAIRED
    const std::lock_guard front_lock(front_mutex_);
    const std::lock_guard back_lock(back_mutex_);
#else
    const std::lock_guard lock(back_mutex_);
#endif
    if (front_ == back_) return std::nullopt;
    const T item = items_[(back_ - 1) % kPlaces];
    --back_;
    return item;
  }

 private:
  static constexpr std::size_t kPlaces = 64;

  std::mutex front_mutex_;
  std::mutex back_mutex_;
  std::atomic<std::size_t> front_{kPlaces};
  std::atomic<std::size_t> back_{kPlaces};
  std::array<T, kPlaces> items_{};
};
