// The largest value that was reported.
//
// Wrong: report() compares and stores in two steps. A smaller value can replace a larger one.
#pragma once

#include <atomic>

class HighWaterMark {
 public:
  void report(int value) {
    int largest = largest_;
#ifdef REPAIRED
    while (value > largest && !largest_.compare_exchange_strong(largest, value)) {
    }
#else
    if (value > largest) largest_ = value;
#endif
  }

  int largest() const { return largest_; }

  // The mark, which begins again at 0.
  int reset() { return largest_.exchange(0); }

 private:
  std::atomic<int> largest_{0};
};
