// A barrier for two parties that is used again and again. The last arrival of a round learns so and releases the other.
//
// Wrong: the last arrival resets the counter with a store. An arrival of the next round that comes earlier is lost.
#pragma once

#include <atomic>

class CyclicBarrier {
 public:
  // Whether the arrival was the last of its round.
  bool arrive() {
    const unsigned arrived = ++arrived_;
#ifdef REPAIRED
    return arrived % kParties == 0;
#else
    if (arrived != kParties) return false;
    arrived_ = 0;
    return true;
#endif
  }

 private:
  static constexpr unsigned kParties = 2;

  std::atomic<unsigned> arrived_{0};
};
