// Numbers pairs: those whose sum is a round number have numbers of their own.
//
// Wrong: these are given by a read and a write under two locks. Only two arguments together lead there.
#pragma once

#include <mutex>

class RoundSum {
 public:
  int number_of(int first, int second) {
    if (first + second == 1000) return round_number();
    const std::lock_guard lock(mutex_);
    return ++others_;
  }

 private:
  int round_number() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    return ++round_;
#else
    int before = 0;
    {
      const std::lock_guard lock(mutex_);
      before = round_;
    }
    const std::lock_guard lock(mutex_);
    return round_ = before + 1;
#endif
  }

  std::mutex mutex_;
  int round_ = 0;
  int others_ = 0;
};
