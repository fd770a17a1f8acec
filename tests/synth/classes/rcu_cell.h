// A value that readers look at without locks and writers replace; an old value is deleted when there are no readers.
//
// Wrong: read() takes the pointer before it announces itself. A writer that sees no readers deletes the value.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

template <typename T>
class RcuCell {
 public:
  RcuCell() : value_(new T{}) {}
  RcuCell(const RcuCell&) = delete;
  RcuCell& operator=(const RcuCell&) = delete;
  ~RcuCell() {
    delete value_.load();
    for (T* value : deferred_) delete value;
  }

  T read() const {
#ifdef REPAIRED
    ++readers_;
    const T* const value = value_;
#else
    const T* const value = value_;
    ++readers_;
#endif
    const T copy = *value;
    --readers_;
    return copy;
  }

  void update(const T& value) {
    T* const old = value_.exchange(new T(value));
    if (readers_ == 0) {
      delete old;
      return;
    }
    const std::lock_guard lock(mutex_);
    deferred_.push_back(old);
  }

 private:
  mutable std::atomic<int> readers_{0};
  std::atomic<T*> value_;
  std::mutex mutex_;
  std::vector<T*> deferred_;
};
