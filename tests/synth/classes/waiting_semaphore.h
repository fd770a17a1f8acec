// A semaphore with a fast path: acquire_wait() takes the mutex only when it has to wait.
//
// Wrong: release() notifies without the mutex. A waiter that has looked at the permits, but does not wait yet, misses
// it and waits forever.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

class WaitingSemaphore {
 public:
  bool try_acquire() {
    int permits = permits_;
    while (permits > 0) {
      if (permits_.compare_exchange_strong(permits, permits - 1)) return true;
    }
    return false;
  }

  void acquire_wait() {
    if (try_acquire()) return;
    std::unique_lock lock(mutex_);
    while (!try_acquire()) changed_.wait(lock);
  }

  void release() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    ++permits_;
    changed_.notify_one();
  }

 private:
  std::atomic<int> permits_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
};
