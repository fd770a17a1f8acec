#include "runtime/signal/fault.h"

#include <errno.h>
#include <string.h>

#include "runtime/base/fatal.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/mask.h"
#include "runtime/state/signal_sets.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {

// The thread whose handler runs on the alternate stack of the kernel thread. All fibers share that stack, so a second
// one would write over the first one's frames.
const Thread* on_alternate_stack;

void call(const struct sigaction& action, int number, siginfo_t& info, void* context) {
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    action.sa_sigaction(number, &info, context);
  } else {
    action.sa_handler(number);
  }
}

}  // namespace

bool program_handles_fault(int number, siginfo_t& info, void* context) {
  struct sigaction& current = action_of(number);
  Thread& self = *runtime.current;
  const bool can_run = controlled() && effects_of(number) == Effects::handler;
  if (!can_run || (self.signal_mask & signal_bit(number)) != 0) return false;
  const struct sigaction action = current;
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) current.sa_handler = SIG_DFL;
  const bool alternate = (action.sa_flags & SA_ONSTACK) != 0;
  if (alternate && on_alternate_stack != nullptr && on_alternate_stack != &self) {
    fatal("two threads handle faults on alternate stacks at the same time", number);
  }
  if (alternate) on_alternate_stack = &self;
  const std::uint64_t before = self.signal_mask;
  const std::uint64_t itself = (action.sa_flags & SA_NODEFER) != 0 ? 0 : signal_bit(number);
  set_signal_mask(before | to_bits(action.sa_mask) | itself);
  call(action, number, info, context);
  set_signal_mask(before);
  if (alternate) on_alternate_stack = nullptr;
  return true;
}

}  // namespace sleave::rt

using namespace sleave::rt;

// Remembered for each thread. Handlers of signals that were sent run on the thread's own stack, which is ample; faults
// run on an alternate stack of the runtime's.
SLEAVE_EXPORT int sigaltstack(const stack_t* wanted, stack_t* before) noexcept {
  if (!controlled()) return REAL(sigaltstack)(wanted, before);
  stack_t& own = runtime.current->alternate_stack;
  const stack_t old = own.ss_sp != nullptr ? own : stack_t{nullptr, SS_DISABLE, 0};
  if (wanted != nullptr) {
    const bool off = (wanted->ss_flags & SS_DISABLE) != 0;
    if (!off && wanted->ss_flags != 0 && wanted->ss_flags != SS_ONSTACK) {
      errno = EINVAL;
      return -1;
    }
    if (!off && wanted->ss_size < 2048) {
      errno = ENOMEM;
      return -1;
    }
    own = off ? stack_t{} : stack_t{wanted->ss_sp, 0, wanted->ss_size};
  }
  if (before != nullptr) *before = old;
  return 0;
}
