// A semaphore whose permits can be taken several at a time.
//
// Wrong: try_acquire() takes the permits one by one and returns them if there are too few. In the meantime they are
// missing for others: two threads that ask for all permits both fail.
#pragma once

#include <atomic>

class CountingSemaphore {
 public:
  explicit CountingSemaphore(int permits = 2) : permits_(permits) {}

  bool try_acquire(int count) {
#ifdef REPAIRED
    int permits = permits_;
    while (permits >= count) {
      if (permits_.compare_exchange_strong(permits, permits - count)) return true;
    }
    return false;
#else
    for (int taken = 0; taken < count; ++taken) {
      if (take_one()) continue;
      permits_ += taken;
      return false;
    }
    return true;
#endif
  }

  void release(int count) { permits_ += count; }

  int available() const { return permits_; }

 private:
#ifndef REPAIRED
  bool take_one() {
    int permits = permits_;
    while (permits > 0) {
      if (permits_.compare_exchange_strong(permits, permits - 1)) return true;
    }
    return false;
  }
#endif

  std::atomic<int> permits_;
};
