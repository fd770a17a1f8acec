// A logger that inherits its level from another one as long as it has none of its own.
//
// Wrong: effective_level() looks for an own level and for an inherited one in two steps. While both are exchanged, it
// finds neither and throws.
#pragma once

#include <atomic>
#include <mutex>
#include <stdexcept>

class Logger {
 public:
  // Levels are positive.
  void set_own(int level) {
    const std::lock_guard lock(mutex_);
    own_ = level;
    inherited_ = kNone;
  }

  void inherit(int level) {
    const std::lock_guard lock(mutex_);
    inherited_ = level;
    own_ = kNone;
  }

  int effective_level() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    if (const int level = own_; level != kNone) return level;
    if (const int level = inherited_; level != kNone) return level;
    throw std::logic_error("no level");
  }

 private:
  static constexpr int kNone = 0;

  std::mutex mutex_;
  std::atomic<int> own_{kNone};
  std::atomic<int> inherited_{1};
};
