// A fork by the program itself. The child has one thread and leaves control: what it does is not explored.
#include "runtime/isolate/program_fork.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "runtime/base/process.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/process/identity.h"
#include "runtime/record/escape.h"
#include "runtime/record/record.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/mask.h"

namespace sleave::rt {

namespace {
void leave_control() {
  runtime.mode = Mode::passthrough;
  remember_parent();
  give_actions_to_kernel();
  give_mask_to_kernel();
}
}  // namespace

// Child handlers run in the order of registration: ours before any of the program's.
void watch_forks() { pthread_atfork(nullptr, nullptr, leave_control); }

}  // namespace sleave::rt

using namespace sleave::rt;

namespace {
pid_t fork_as(sleave_intercept function, std::uintptr_t site) {
  if (controlled()) {
    started_process = true;
    retire(SLEAVE_RETIREMENT_child);
    record_uncontrolled(function, site);
  }
  return REAL(fork)();
}
}  // namespace

SLEAVE_EXPORT pid_t fork() noexcept { return fork_as(SLEAVE_CALL_fork, SLEAVE_SITE_HERE); }

// As fork, without the handlers, ours among them.
SLEAVE_EXPORT pid_t _Fork() noexcept {
  const bool was_controlled = controlled();
  if (was_controlled) {
    started_process = true;
    retire(SLEAVE_RETIREMENT_child);
    record_uncontrolled(SLEAVE_CALL__Fork, SLEAVE_SITE_HERE);
  }
  const pid_t child = REAL(_Fork)();
  if (child == 0 && was_controlled) leave_control();
  return child;
}

// A child that shared our memory would leave control for both. POSIX allows vfork to be fork.
SLEAVE_EXPORT pid_t vfork() noexcept { return fork_as(SLEAVE_CALL_vfork, SLEAVE_SITE_HERE); }
