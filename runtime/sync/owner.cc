// Who holds what a thread waits for: for the scheduler and for reports.
#include "runtime/sched/sources.h"

#include "abi/plan.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {

namespace {

std::uint32_t holder_of(const void* lock, const Thread& except) {
  std::uint32_t holder = SLEAVE_NO_THREAD;
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    if (i == except.index || find_held(scheduler.thread(i), lock) == nullptr) continue;
    if (holder != SLEAVE_NO_THREAD) return SLEAVE_NO_THREAD;  // several readers
    holder = i;
  }
  return holder;
}

}  // namespace

std::uint32_t owner_of_pending(const Thread& thread) {
  if (thread.pending.object == nullptr || is_asleep(thread)) return SLEAVE_NO_THREAD;
  switch (thread.pending.kind) {
    case SLEAVE_EV_thread_join:
      return static_cast<const Thread*>(thread.pending.object)->index;
    case SLEAVE_EV_once_begin:
    case SLEAVE_EV_guard_acquire:
      return initializer_of(thread.pending.kind, thread.pending.object);
    default:
      return holder_of(thread.pending.object, thread);
  }
}

}  // namespace sleave::rt
