// An event that one waiter consumes.
//
// Wrong: try_consume() looks and resets in two steps. One set() is consumed twice, or one is lost.
#pragma once

#include <atomic>

class AutoResetEvent {
 public:
  void set() { is_set_ = true; }

  bool try_consume() {
#ifdef REPAIRED
    return is_set_.exchange(false);
#else
    if (!is_set_) return false;
    is_set_ = false;
    return true;
#endif
  }

  bool is_set() const { return is_set_; }

 private:
  std::atomic<bool> is_set_{false};
};
