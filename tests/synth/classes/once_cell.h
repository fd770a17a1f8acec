// A value that is set once; later attempts keep the first one.
//
// Wrong: set() announces the value before it stores it. get() does not take the lock, and returns an empty value.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

template <typename T>
class OnceCell {
 public:
  // Whether this call set it.
  bool set(const T& value) {
    const std::lock_guard lock(mutex_);
    if (is_set_) return false;
#ifdef REPAIRED
    value_ = value;
    is_set_ = true;
#else
    is_set_ = true;
    value_ = value;
#endif
    return true;
  }

  std::optional<T> get() const {
    if (!is_set_) return std::nullopt;
    return value_;
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> is_set_{false};
  T value_{};
};
