// A word of event flags; the flag 0x40 also has a number, which counts how often it was raised.
//
// Wrong: it is counted by a load and a store.
#pragma once

#include <atomic>

class EventFlags {
 public:
  unsigned raise(unsigned flags) {
    flags_.fetch_or(flags);
    if ((flags & 0x40) == 0) return 0;
#ifdef REPAIRED
    return ++raised_;
#else
    const unsigned before = raised_.load();
    raised_.store(before + 1);
    return before + 1;
#endif
  }

 private:
  std::atomic<unsigned> flags_{0};
  std::atomic<unsigned> raised_{0};
};
