// Adds pairs, and counts the pairs whose sum is a round number.
//
// Wrong: the count is read and written under two locks. Only two arguments together lead there.
#pragma once

#include <mutex>

class RoundSum {
 public:
  int add(int first, int second) {
    if (first + second == 1000) count_round();
    const std::lock_guard lock(mutex_);
    return round_;
  }

 private:
  void count_round() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    ++round_;
#else
    int before = 0;
    {
      const std::lock_guard lock(mutex_);
      before = round_;
    }
    const std::lock_guard lock(mutex_);
    round_ = before + 1;
#endif
  }

  std::mutex mutex_;
  int round_ = 0;
};
