// Two values that are read together without a lock: a reader tries again if the sequence number changed (a seqlock).
//
// Wrong: a reader does not notice that a write is under way when it begins: the sequence number is odd both times.
#pragma once

#include <atomic>
#include <mutex>
#include <utility>

class SeqlockPair {
 public:
  void write(int first, int second) {
    const std::lock_guard lock(mutex_);
    ++sequence_;
    first_ = first;
    second_ = second;
    ++sequence_;
  }

  std::pair<int, int> read() const {
    for (;;) {
      const unsigned before = sequence_;
      const std::pair<int, int> both(first_, second_);
#ifdef REPAIRED
      if (before % 2 == 1) continue;
#endif
      if (sequence_ == before) return both;
    }
  }

 private:
  std::mutex mutex_;
  std::atomic<unsigned> sequence_{0};
  std::atomic<int> first_{0};
  std::atomic<int> second_{0};
};
