// The signal mask that ppoll, pselect and epoll_pwait have for their own length. A signal that it lets through is taken
// in the wait, and ends it.
#pragma once

#include <signal.h>

#include "runtime/base/runtime.h"
#include "runtime/signal/mask.h"
#include "runtime/state/signal_sets.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

class WaitMask {
 public:
  explicit WaitMask(const sigset_t* mask) : set_(mask != nullptr), before_(runtime.current->signal_mask) {
    if (set_) set_signal_mask(to_bits(*mask));
  }
  ~WaitMask() {
    if (set_) set_signal_mask(before_);
  }
  WaitMask(const WaitMask&) = delete;
  WaitMask& operator=(const WaitMask&) = delete;

 private:
  bool set_;
  std::uint64_t before_;
};

}  // namespace sleave::rt
