// A counter that claims to be lock-free.
//
// Wrong: a bit of the number is a lock, for which other calls wait in a loop.
#pragma once

#include <atomic>

class HiddenLock {
 public:
  int increment() {
#ifdef REPAIRED
    return number_.fetch_add(2) / 2;
#else
    int seen = number_.load();
    while ((seen & 1) != 0 || !number_.compare_exchange_weak(seen, seen | 1)) seen = number_.load();
    const int before = seen / 2;
    number_.store(seen + 2);
    return before;
#endif
  }

  int get() const { return number_.load() / 2; }

 private:
  std::atomic<int> number_{0};
};
