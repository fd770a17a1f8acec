// A lock for many readers or one writer, without waiting. Unlocking what is not locked returns false.
//
// Wrong: readers and writers look at two different words. A reader that sees no writer and a writer that sees no
// readers both get the lock.
#pragma once

#include <atomic>

class ReaderWriterLock {
 public:
  bool try_lock() {
#ifdef REPAIRED
    int free = 0;
    return state_.compare_exchange_strong(free, kWriter);
#else
    if (state_ != 0) return false;
    bool free = false;
    return has_writer_.compare_exchange_strong(free, true);
#endif
  }

  bool unlock() {
#ifdef REPAIRED
    int writer = kWriter;
    return state_.compare_exchange_strong(writer, 0);
#else
    return has_writer_.exchange(false);
#endif
  }

  bool try_lock_shared() {
#ifndef REPAIRED
    if (has_writer_) return false;
#endif
    int readers = state_;
    while (readers != kWriter) {
      if (state_.compare_exchange_strong(readers, readers + 1)) return true;
    }
    return false;
  }

  bool unlock_shared() {
    int readers = state_;
    while (readers > 0) {
      if (state_.compare_exchange_strong(readers, readers - 1)) return true;
    }
    return false;
  }

 private:
  static constexpr int kWriter = -1;

  std::atomic<int> state_{0};  // readers, or kWriter
#ifndef REPAIRED
  std::atomic<bool> has_writer_{false};
#endif
};
