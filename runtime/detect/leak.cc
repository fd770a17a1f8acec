// Threads that ended and that nobody joined or detached: their stacks and results are kept for ever.
#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/detect/detect.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

void check_for_leaked_threads() {
  if (scheduler.others_live()) return;  // one of them may have been about to join it
  for (std::uint32_t i = 1; i < scheduler.thread_count(); ++i) {
    const Thread& thread = scheduler.thread(i);
    if (&thread == runtime.current || thread.joined || thread.detached) continue;
    fail({SLEAVE_FIND_thread_leak, "a thread created here has ended and was neither joined nor detached",
          thread.create_site, thread.create_stack});
  }
}

}  // namespace sleave::rt
