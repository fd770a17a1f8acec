// The bounds of an axis: the lower one is always below the upper one.
//
// Wrong: the setters check against the other bound without the lock. Two that are right on their own leave bounds that
// are not, and length() throws.
#pragma once

#include <atomic>
#include <mutex>
#include <stdexcept>

class Axis {
 public:
  // A bound with which the lower one would not be below the upper one is ignored.
  void set_lower(int lower) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    if (lower < upper_) lower_ = lower;
  }

  void set_upper(int upper) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    if (upper > lower_) upper_ = upper;
  }

  int length() {
    const std::lock_guard lock(mutex_);
    const int length = upper_ - lower_;
    if (length <= 0) throw std::logic_error("empty axis");
    return length;
  }

 private:
  std::mutex mutex_;
  std::atomic<int> lower_{0};
  std::atomic<int> upper_{3};
};
