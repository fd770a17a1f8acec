// A value with observers, each with its own lock.
//
// Wrong: set() calls the observers with the value's lock held; subscribe() reads the value with the observers' lock
// held. Together they deadlock.
#pragma once

#include <mutex>
#include <vector>

class ObservedValue {
 public:
  void set(int value) {
    std::unique_lock lock(value_mutex_);
    value_ = value;
#ifdef REPAIRED
    lock.unlock();
#endif
    const std::lock_guard observers(observers_mutex_);
    for (int& seen : observers_) ++seen;
  }

  // The value at the time of the subscription.
  int subscribe() {
    const std::lock_guard observers(observers_mutex_);
    observers_.push_back(0);
    const std::lock_guard lock(value_mutex_);
    return value_;
  }

  int value() {
    const std::lock_guard lock(value_mutex_);
    return value_;
  }

 private:
  std::mutex value_mutex_;
  std::mutex observers_mutex_;
  int value_ = 0;
  std::vector<int> observers_;
};
