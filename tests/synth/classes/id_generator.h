// Consecutive numbers, of which blocks can be reserved.
//
// Wrong: the two halves of the number are counted on their own. Around the end of a block two callers get one number,
// or one is left out.
#pragma once

#include <atomic>

class IdGenerator {
 public:
  unsigned next() {
#ifdef REPAIRED
    return next_++;
#else
    const unsigned low = low_++;
    if (low < kBlock) return high_ * kBlock + low;
    low_ = 1;
    return ++high_ * kBlock;
#endif
  }

 private:
#ifdef REPAIRED
  std::atomic<unsigned> next_{0};
#else
  static constexpr unsigned kBlock = 2;

  std::atomic<unsigned> high_{0};
  std::atomic<unsigned> low_{0};
#endif
};
