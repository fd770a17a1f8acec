// Counters in pages of 64. The last one of each page also counts the pages in use.
//
// Wrong: that is done by a load and a store.
#pragma once

#include <atomic>

class PagedCounters {
 public:
  unsigned touch(unsigned index) {
    if (index % 64 != 63) return ++counters_[index % 64];
#ifdef REPAIRED
    return ++pages_;
#else
    const unsigned before = pages_.load();
    pages_.store(before + 1);
    return before + 1;
#endif
  }

 private:
  std::atomic<unsigned> counters_[64] = {};
  std::atomic<unsigned> pages_{0};
};
