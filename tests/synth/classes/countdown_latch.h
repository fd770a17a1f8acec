// A latch that opens when it was counted down often enough. The call that opens it learns so and releases what waits.
//
// Wrong: count_down() reads the counter again after it decremented it. Two calls can both see zero.
#pragma once

#include <atomic>

class CountdownLatch {
 public:
  explicit CountdownLatch(int count = 2) : count_(count) {}

  // Whether this call opened the latch.
  bool count_down() {
#ifdef REPAIRED
    return count_.fetch_sub(1) == 1;
#else
    --count_;
    return count_ == 0;
#endif
  }

  bool is_open() const { return count_ <= 0; }

 private:
  std::atomic<int> count_;
};
