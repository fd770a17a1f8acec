// Values of which only the last one is kept.
//
// Wrong: add() finds that there are too many and removes the oldest in two steps. Two calls both remove one; the second
// may find none and throw std::out_of_range.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <vector>

class CappedSeries {
 public:
  void add(int value) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
    if (values_.size() > kMost) values_.pop_front();
#else
    bool is_full = false;
    {
      const std::lock_guard lock(mutex_);
      values_.push_back(value);
      is_full = values_.size() > kMost;
    }
    if (is_full) remove_first();
#endif
  }

  // Throws std::out_of_range if there is none.
  int remove_first() {
    const std::lock_guard lock(mutex_);
    const int value = values_.at(0);
    values_.pop_front();
    return value;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    values_.clear();
  }

  std::vector<int> values() {
    const std::lock_guard lock(mutex_);
    return {values_.begin(), values_.end()};
  }

 private:
  static constexpr std::size_t kMost = 1;

  std::mutex mutex_;
  std::deque<int> values_;
};
