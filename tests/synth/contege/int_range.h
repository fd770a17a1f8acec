// A range of numbers that can be moved.
//
// Wrong: move_to() sets the two ends one after the other. width() meets a range that ends before it begins, and throws.
#pragma once

#include <atomic>
#include <mutex>
#include <stdexcept>

class IntRange {
 public:
  // Throws std::invalid_argument if the range would end before it begins.
  void move_to(int first, int last) {
    if (last < first) throw std::invalid_argument("last before first");
    const std::lock_guard lock(mutex_);
    first_ = first;
    last_ = last;
  }

  int width() const {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    const int first = first_;
    const int last = last_;
    if (last < first) throw std::logic_error("not a range");
    return last - first;
  }

 private:
  mutable std::mutex mutex_;
  std::atomic<int> first_{0};
  std::atomic<int> last_{0};
};
