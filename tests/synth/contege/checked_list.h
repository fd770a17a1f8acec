// A list that notices when it is changed while it is traversed, and then throws std::runtime_error.
//
// Wrong: sum() releases the lock after each item, so that another thread's change looks like one of its own.
#pragma once

#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <vector>

class CheckedList {
 public:
  void add(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
    ++changes_;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    items_.clear();
    ++changes_;
  }

  int sum() {
    std::unique_lock lock(mutex_);
    const unsigned changes = changes_;
    int sum = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (changes_ != changes) throw std::runtime_error("changed while traversed");
      sum += items_[i];
#ifndef REPAIRED
      lock.unlock();
      lock.lock();
#endif
    }
    return sum;
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
  unsigned changes_ = 0;
};
