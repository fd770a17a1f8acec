// An event that stays set until it is reset; all who wait for it continue.
//
// Wrong: set() wakes one of them.
#pragma once

#include <condition_variable>
#include <mutex>

class ManualEvent {
 public:
  void set() {
    const std::lock_guard lock(mutex_);
    is_set_ = true;
#ifdef REPAIRED
    changed_.notify_all();
#else
    changed_.notify_one();
#endif
  }

  void reset() {
    const std::lock_guard lock(mutex_);
    is_set_ = false;
  }

  void wait_until_set() {
    std::unique_lock lock(mutex_);
    while (!is_set_) changed_.wait(lock);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_set_ = false;
};
