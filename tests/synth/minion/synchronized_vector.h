// C10, after Vector of Java: a vector with a lock. 1 crash.
//
// Wrong: last_index_of() computes where the search begins before it takes the lock. The vector may be shorter by then.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

class SynchronizedVector {
 public:
  void add(int value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
    size_ = values_.size();
  }

  // Throws std::out_of_range if there is no such value.
  int at(std::size_t index) {
    const std::lock_guard lock(mutex_);
    return values_.at(index);
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    values_.clear();
    size_ = 0;
  }

  std::size_t size() const { return size_; }

  std::optional<std::size_t> last_index_of(int value) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    const std::size_t end = size_;
#else
    const std::size_t end = size_;
    const std::lock_guard lock(mutex_);
#endif
    for (std::size_t i = end; i > 0; --i) {
      assert(i <= values_.size());  // crash
      if (values_[i - 1] == value) return i - 1;
    }
    return std::nullopt;
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_;
  std::atomic<std::size_t> size_{0};
};
