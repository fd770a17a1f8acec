// Threads that wait for each other for good while others still run: found when the last of them begins to wait. Where
// one of them waits for a condition nobody can tell who would signal it; such waits are only described.
#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/loops/await_loops.h"
#include "runtime/loops/retry_rounds.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/state/search.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {

namespace {

// Only its owner can end such a wait. (A join could also end by a cancellation.)
bool waits_for_owner(const Thread& thread) {
  if (thread.state != SLEAVE_THREAD_BLOCKED) return false;
  switch (thread.pending.kind) {
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_spin_lock:
    case SLEAVE_EV_once_begin:
    case SLEAVE_EV_guard_acquire:
      return true;
    default:
      return false;
  }
}

bool ends_process(const Thread& thread) {
  return thread.pending.kind == SLEAVE_EV_process_exit || thread.pending.kind == SLEAVE_EV_exit_handler;
}

// Nobody's turn and no time can end it, only another thread.
bool waits_for_others(const Thread& thread) { return thread.state == SLEAVE_THREAD_BLOCKED; }

// Long enough to be told: half of the run.
bool waits_for_long(const Thread& thread) { return thread.waits_from <= scheduler.events() / 2; }

}  // namespace

void describe_long_wait(Text& text) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Thread& thread = scheduler.thread(i);
    if (!waits_for_owner(thread) || !waits_for_long(thread)) continue;
    const std::uint32_t owner = owner_of_pending(thread);
    if (owner == SLEAVE_NO_THREAD) continue;
    const Thread& holder = scheduler.thread(owner);
    if (!waits_for_others(holder) || !waits_for_long(holder)) continue;
    text.add("T").add(thread.index).add(" waited since event ").add(thread.waits_from).add(" for a lock that T");
    text.add(holder.index).add(" holds, and T").add(holder.index).add(" since event ").add(holder.waits_from);
    text.add(" for another thread");
    return;
  }
}

namespace {

void fail_in_cycle(Thread& self) {
  if (!waits_for_owner(self)) return;
  const bool upgrades = self.pending.kind == SLEAVE_EV_rwlock_wrlock && find_held(self, self.pending.object) != nullptr;
  const char* message = upgrades ? "the thread waits for readers to leave and is one of them" : nullptr;
  const Thread* thread = &self;
  for (std::uint32_t i = 0; i < scheduler.thread_count() && message == nullptr; ++i) {
    const std::uint32_t owner = owner_of_pending(*thread);
    if (owner == SLEAVE_NO_THREAD) return;
    thread = &scheduler.thread(owner);
    if (!waits_for_owner(*thread)) return;
    if (thread == &self) message = "threads wait for each other in a cycle";
  }
  if (message == nullptr) return;  // leads into a cycle that was there before
  fail({SLEAVE_FIND_deadlock, message, self.pending.site, 0, self.pending.object});
}

}  // namespace

void check_for_cycle(Thread& self) {
  if (runtime.planned && (runtime.plan->flags & SLEAVE_PLAN_LATE_DEADLOCKS) != 0) return;
  fail_in_cycle(self);
}

void check_before_end() {
  if (somebody_missed_a_change() || somebody_waits_for_retry()) report_overtaken();
  for (std::uint32_t i = 0; signals_are_chosen() && i < scheduler.live_count(); ++i) {
    if (!ends_process(scheduler.live(i)) && misses_signal(scheduler.live(i))) report_overtaken();
  }
  for (std::uint32_t i = 0; i < scheduler.live_count(); ++i) {
    if (misses_cancel(scheduler.live(i))) report_overtaken();
  }
  for (std::uint32_t i = 0; i < scheduler.live_count(); ++i) fail_in_cycle(scheduler.live(i));
}

}  // namespace sleave::rt
