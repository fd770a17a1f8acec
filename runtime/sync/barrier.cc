// pthread barriers. The model lives in glibc's own fields: how many have come in this round, the round, and the count.
#include <errno.h>
#include <pthread.h>

#include "runtime/base/outcome.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/waiters.h"

namespace sleave::rt {
namespace {

// glibc's struct pthread_barrier, as pthread_barrier_init fills it.
struct Barrier {
  unsigned arrived;
  unsigned round;
  unsigned count;
};

bool round_is_over(const Thread& thread) { return thread.signalled; }

void record_barrier(sleave_event_kind kind, Barrier* barrier, std::uintptr_t site) {
  EventRecord event_record{kind, site, barrier};
  event_record.value = barrier->arrived;
  event_record.extra = barrier->count;
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
}

int arrive(Barrier* barrier, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_barrier_arrive, site, barrier, nullptr});
  if (barrier->count == 0) fail({SLEAVE_FIND_use_after_destroy, "the barrier was destroyed", site, 0, barrier});
  const bool last = ++barrier->arrived >= barrier->count;
  if (last) {
    barrier->arrived = 0;
    ++barrier->round;
    wake_sleepers(barrier, ~0u);
  } else {
    sleep_on(barrier);
  }
  record_barrier(SLEAVE_EV_barrier_arrive, barrier, site);
  if (last) return PTHREAD_BARRIER_SERIAL_THREAD;
  scheduler.point({SLEAVE_EV_barrier_leave, site, barrier, round_is_over});
  no_longer_asleep();
  scheduler.changed(barrier);
  record_barrier(SLEAVE_EV_barrier_leave, barrier, site);
  hb_release(&barrier->round);  // whoever destroys it waits for this
  return 0;
}

// glibc lets those who were released leave before it gives the barrier up.
bool all_have_left(const Thread& self) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Thread& thread = scheduler.thread(i);
    if (&thread != &self && thread.waits_on == self.pending.object && thread.signalled) return false;
  }
  return true;
}

int destroy(Barrier* barrier, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_barrier_destroy, site, barrier, all_have_left});
  if (anybody_asleep_on(barrier)) {
    fail_unless_set_aside({SLEAVE_FIND_destroyed_in_use, "threads wait at the barrier", site, 0, barrier});
  }
  hb_acquire(&barrier->round);
  record_barrier(SLEAVE_EV_barrier_destroy, barrier, site);
  barrier->count = 0;
  return 0;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  if (!controlled()) return REAL(pthread_barrier_wait)(barrier);
  return arrive(reinterpret_cast<Barrier*>(barrier), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  if (!controlled()) return REAL(pthread_barrier_destroy)(barrier);
  return destroy(reinterpret_cast<Barrier*>(barrier), SLEAVE_SITE_HERE);
}
