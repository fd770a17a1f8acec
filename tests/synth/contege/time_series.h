// Values of a time series, under a lock.
//
// Wrong: last() asks for the number of values and for the value of that place in two steps. It throws
// std::out_of_range, which it never does for one thread, if the series became shorter.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

class TimeSeries {
 public:
  void add(int value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
  }

  bool remove_last() {
    const std::lock_guard lock(mutex_);
    if (values_.empty()) return false;
    values_.pop_back();
    return true;
  }

  std::optional<int> last() const {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    if (values_.empty()) return std::nullopt;
    return values_.back();
#else
    const std::size_t count = size();
    if (count == 0) return std::nullopt;
    const std::lock_guard lock(mutex_);
    return values_.at(count - 1);
#endif
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return values_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> values_;
};
