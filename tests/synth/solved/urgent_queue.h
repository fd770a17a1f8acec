// A queue whose urgent items, below -100, are taken before all others. There is room for one of these.
//
// Wrong: whether there is room is looked up before the lock that stores the item.
#pragma once

#include <deque>
#include <mutex>

class UrgentQueue {
 public:
  bool push(int item) {
    if (item < -100) return push_urgent(item);
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
    return true;
  }
  int pop() {
    const std::lock_guard lock(mutex_);
    if (has_urgent_) {
      has_urgent_ = false;
      return urgent_;
    }
    if (items_.empty()) return -1;
    const int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  bool push_urgent(int item) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    if (has_urgent_) return false;
#else
    {
      const std::lock_guard lock(mutex_);
      if (has_urgent_) return false;
    }
    const std::lock_guard lock(mutex_);
#endif
    has_urgent_ = true;
    urgent_ = item;
    return true;
  }

  std::mutex mutex_;
  std::deque<int> items_;
  bool has_urgent_ = false;
  int urgent_ = 0;
};
