// A queue of at most a hundred numbers.
//
// Wrong: whether there is room is checked before the place is taken, in two steps. Few clients insert a hundred
// numbers, so it shows only when the queue is nearly full to begin with.
#pragma once

#include <deque>
#include <mutex>
#include <optional>

class WideRing {
 public:
  // False: it is full.
  bool try_push(int item) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    if (items_.size() >= kRoom) return false;
    items_.push_back(item);
#else
    if (is_full()) return false;
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
#endif
    return true;
  }

  std::optional<int> try_pop() {
    const std::lock_guard lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const int first = items_.front();
    items_.pop_front();
    return first;
  }

 private:
  static constexpr std::size_t kRoom = 100;

#ifndef REPAIRED
  bool is_full() {
    const std::lock_guard lock(mutex_);
    return items_.size() >= kRoom;
  }
#endif

  std::mutex mutex_;
  std::deque<int> items_;
};
