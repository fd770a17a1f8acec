// A connection that can be opened and closed at any time.
//
// Wrong: send() looks whether it is open and then uses the channel, in two steps. It throws std::bad_optional_access,
// which is not its documented failure, if the connection was closed in between.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

class Connection {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    if (!channel_) channel_.emplace();
  }

  void close() {
    const std::lock_guard lock(mutex_);
    channel_.reset();
  }

  bool is_open() const {
    const std::lock_guard lock(mutex_);
    return channel_.has_value();
  }

  // False: it is not open.
  bool send(int message) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    if (!channel_) return false;
#else
    if (!is_open()) return false;
    const std::lock_guard lock(mutex_);
#endif
    channel_.value().push_back(message);
    return true;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<std::vector<int>> channel_;
};
