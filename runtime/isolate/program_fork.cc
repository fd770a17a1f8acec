// A fork by the program itself. The child has one thread and leaves control: what it does is not explored.
#include <unistd.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"

using namespace sleave::rt;

SLEAVE_EXPORT pid_t fork() noexcept {
  if (!controlled()) return REAL(fork)();
  record_uncontrolled(SLEAVE_CALL_fork, SLEAVE_SITE_HERE);
  const pid_t child = REAL(fork)();
  if (child == 0) g.mode = Mode::passthrough;
  return child;
}
