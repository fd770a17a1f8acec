// The kernel cannot deliver to a fiber: a signal waits in the target's Thread and is raised on the kernel thread when
// the target has executed its next event. A thread that waits for something stays asleep until then.
#include "runtime/sync/thread_signal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/detect/race/happens_before.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/thread.h"

namespace sleave::rt {

namespace {

void raise_here(int number) { raw_call(__NR_tgkill, raw_call(__NR_getpid), raw_call(__NR_gettid), number); }

}  // namespace

void signal_thread(Thread& target, int number, std::uintptr_t site) {
  if (number == 0) return;
  if (&target == g.current) return raise_here(number);
  scheduler.point({SLEAVE_EV_thread_signal, site, nullptr, nullptr});
  target.pending_signals |= 1ull << (number - 1);
  Happening happening{SLEAVE_EV_thread_signal, site};
  happening.subject = &target;
  happening.value = target.index;
  happening.extra = static_cast<std::uint64_t>(number);
  happening.flags = SLEAVE_EVENT_CHANGED;
  record_point(happening);
}

void deliver_signals() {
  Thread& self = *g.current;
  for (int number = 1; number <= kMostSignals; ++number) {
    const std::uint64_t bit = 1ull << (number - 1);
    if ((self.pending_signals & ~self.signal_mask & bit) == 0) continue;
    self.pending_signals &= ~bit;
    hb_acquire(&self);
    raise_here(number);
  }
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_kill(pthread_t handle, int number) noexcept {
  if (!controlled()) return REAL(pthread_kill)(handle, number);
  Thread* target = thread_of(handle);
  if (target == nullptr || target->joined) return ESRCH;
  if (number < 0 || number > kMostSignals) return EINVAL;
  if (target->state != SLEAVE_THREAD_DONE) signal_thread(*target, number, SLEAVE_SITE_HERE);
  return 0;
}
