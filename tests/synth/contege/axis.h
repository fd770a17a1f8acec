// The bounds of an axis: the lower one is always below the upper one.
//
// Wrong: each setter checks against the other bound before it takes the lock. Two that are right on their own leave
// bounds that are not, and length() throws.
#pragma once

#include <atomic>
#include <mutex>
#include <stdexcept>

class Axis {
 public:
  // The setters throw std::invalid_argument if the lower bound would not be below the upper one.
  void set_lower(int lower) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    if (lower >= upper_) throw std::invalid_argument("lower");
    lower_ = lower;
  }

  void set_upper(int upper) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    if (upper <= lower_) throw std::invalid_argument("upper");
    upper_ = upper;
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
