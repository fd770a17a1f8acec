// A counter that claims to be obstruction-free.
//
// Wrong: it has a mutex, for which a call has to wait.
#pragma once

#include <atomic>
#include <mutex>

class MutexCounter {
 public:
  int increment() {
#ifdef REPAIRED
    return number_++;
#else
    const std::lock_guard lock(mutex_);
    return number_++;
#endif
  }

 private:
#ifndef REPAIRED
  std::mutex mutex_;
#endif
  std::atomic<int> number_{0};
};
