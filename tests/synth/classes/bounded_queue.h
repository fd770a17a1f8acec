// A bounded queue whose pop_wait() waits for an item and whose push_wait() waits for room.
//
// Wrong: both check again with `if` instead of `while` after they waited. Another pop may have taken the item.
#pragma once

#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity = 1) : capacity_(capacity) {}

  bool try_push(const T& item) {
    const std::lock_guard lock(mutex_);
    if (items_.size() == capacity_) return false;
    items_.push_back(item);
    changed_.notify_all();
    return true;
  }

  std::optional<T> try_pop() {
    const std::lock_guard lock(mutex_);
    if (items_.empty()) return std::nullopt;
    return take();
  }

  void push_wait(const T& item) {
    std::unique_lock lock(mutex_);
#ifdef REPAIRED
    while (items_.size() == capacity_) changed_.wait(lock);
#else
    if (items_.size() == capacity_) changed_.wait(lock);
#endif
    assert(items_.size() < capacity_);
    items_.push_back(item);
    changed_.notify_all();
  }

  T pop_wait() {
    std::unique_lock lock(mutex_);
#ifdef REPAIRED
    while (items_.empty()) changed_.wait(lock);
#else
    if (items_.empty()) changed_.wait(lock);
#endif
    return take();
  }

 private:
  T take() {
    assert(!items_.empty());
    const T item = items_.front();
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> items_;
};
