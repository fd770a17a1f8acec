// Subscribers, all of whom get what is published.
//
// Wrong: publish() releases the lock between two subscribers. When one unsubscribes in the meantime, the others move up
// and the next one is skipped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

class Publisher {
 public:
  bool subscribe(int id) {
    const std::lock_guard lock(mutex_);
    if (std::find(subscribers_.begin(), subscribers_.end(), id) != subscribers_.end()) return false;
    subscribers_.push_back(id);
    return true;
  }

  bool unsubscribe(int id) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find(subscribers_.begin(), subscribers_.end(), id);
    if (found == subscribers_.end()) return false;
    subscribers_.erase(found);
    return true;
  }

  // To whom it went, in order.
  std::vector<int> publish() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    return subscribers_;
#else
    std::vector<int> reached;
    for (std::size_t i = 0;; ++i) {
      const std::lock_guard lock(mutex_);
      if (i >= subscribers_.size()) return reached;
      reached.push_back(subscribers_[i]);
    }
#endif
  }

 private:
  std::mutex mutex_;
  std::vector<int> subscribers_;
};
