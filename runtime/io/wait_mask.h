// The signal mask that ppoll, pselect and epoll_pwait have for their own length.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace sleave::rt {

class WaitMask {
 public:
  explicit WaitMask(const sigset_t* mask) : set_(mask != nullptr) {
    if (set_) pthread_sigmask(SIG_SETMASK, mask, &before_);
  }
  ~WaitMask() {
    if (set_) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WaitMask(const WaitMask&) = delete;
  WaitMask& operator=(const WaitMask&) = delete;

 private:
  bool set_;
  sigset_t before_;
};

}  // namespace sleave::rt
