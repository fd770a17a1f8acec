// Signal masks belong to threads. The kernel knows only the thread that carries them all, so each logical thread keeps
// its own, and a switch between fibers with different masks sets the kernel's.
#include "runtime/sync/signal_mask.h"

#include <errno.h>
#include <signal.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/thread.h"
#include "runtime/sync/thread_signal.h"

namespace sleave::rt {

namespace {

constexpr long kMaskBytes = 8;  // of the kernel's signal set

int set_mask(int how, const sigset_t* wanted, sigset_t* before) {
  const long error =
      -raw_call(__NR_rt_sigprocmask, how, reinterpret_cast<long>(wanted), reinterpret_cast<long>(before), kMaskBytes);
  g.current->signal_mask = kernel_signal_mask();
  deliver_signals();
  return static_cast<int>(error);
}

}  // namespace

std::uint64_t kernel_signal_mask() {
  std::uint64_t mask = 0;
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, 0, reinterpret_cast<long>(&mask), kMaskBytes);
  return mask;
}

void switch_signal_mask(const Thread& from, const Thread& to) {
  if (from.signal_mask == to.signal_mask) return;
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&to.signal_mask), 0, kMaskBytes);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_sigmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
  return controlled() ? set_mask(how, wanted, before) : REAL(pthread_sigmask)(how, wanted, before);
}

SLEAVE_EXPORT int sigprocmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
  if (!controlled()) return REAL(sigprocmask)(how, wanted, before);
  const int error = set_mask(how, wanted, before);
  if (error == 0) return 0;
  errno = error;
  return -1;
}
