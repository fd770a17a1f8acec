// A priority queue under a lock, whose largest item can be looked at without one.
//
// Wrong: push() publishes the largest item after it released the lock, and may overwrite what a later change published.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <queue>

class PriorityQueue {
 public:
  void push(int item) {
    std::unique_lock lock(mutex_);
    items_.push(item);
    const int top = items_.top();
#ifndef REPAIRED
    lock.unlock();
#endif
    top_ = top;
  }

  std::optional<int> try_pop() {
    const std::lock_guard lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const int item = items_.top();
    items_.pop();
    top_ = items_.empty() ? kNone : items_.top();
    return item;
  }

  std::optional<int> top() const {
    const int item = top_;
    if (item == kNone) return std::nullopt;
    return item;
  }

 private:
  static constexpr int kNone = -1;

  std::mutex mutex_;
  std::priority_queue<int> items_;
  std::atomic<int> top_{kNone};
};
