// Appenders of a logger: all of them get each message.
//
// Wrong: append_all() takes the lock for each appender but not for their number. It throws std::out_of_range if one is
// removed in between.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

class Appenders {
 public:
  void attach(int appender) {
    const std::lock_guard lock(mutex_);
    appenders_.push_back(appender);
  }

  void detach_all() {
    const std::lock_guard lock(mutex_);
    appenders_.clear();
  }

  // Which appenders got the message.
  std::vector<int> append_all() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    return appenders_;
#else
    std::vector<int> reached;
    const std::size_t count = size();
    for (std::size_t i = 0; i < count; ++i) reached.push_back(at(i));
    return reached;
#endif
  }

  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return appenders_.size();
  }

 private:
#ifndef REPAIRED
  int at(std::size_t index) {
    const std::lock_guard lock(mutex_);
    return appenders_.at(index);
  }
#endif

  std::mutex mutex_;
  std::vector<int> appenders_;
};
