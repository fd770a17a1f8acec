// Counts of connections by port; the administrator's port has a counter of its own.
//
// Wrong: that one is read and written under two locks. No other port shows it.
#pragma once

#include <map>
#include <mutex>

class PortTable {
 public:
  int connect(int port) {
    if (port == 4711) return connect_administrator();
    const std::lock_guard lock(mutex_);
    return ++ports_[port];
  }

 private:
  int connect_administrator() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    return ++administrators_;
#else
    int before = 0;
    {
      const std::lock_guard lock(mutex_);
      before = administrators_;
    }
    const std::lock_guard lock(mutex_);
    return administrators_ = before + 1;
#endif
  }

  std::mutex mutex_;
  std::map<int, int> ports_;
  int administrators_ = 0;
};
