#include "runtime/sync/waiters.h"

#include "runtime/base/runtime.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

bool asleep_on(const Thread& thread, const void* object) { return thread.waits_on == object && !thread.signalled; }

bool anybody_asleep_on(const void* object) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    if (asleep_on(scheduler.thread(i), object)) return true;
  }
  return false;
}

namespace {

std::uint64_t next_ticket;

// The sleeper that `rank` others came before.
Thread* sleeper(const void* object, std::uint64_t rank) {
  Thread* found = nullptr;
  std::uint64_t after = 0;
  for (std::uint64_t i = 0; i <= rank; ++i) {
    found = nullptr;
    for (std::uint32_t k = 0; k < scheduler.thread_count(); ++k) {
      Thread& thread = scheduler.thread(k);
      if (!asleep_on(thread, object) || thread.ticket <= after) continue;
      if (found == nullptr || thread.ticket < found->ticket) found = &thread;
    }
    if (found == nullptr) return nullptr;
    after = found->ticket;
  }
  return found;
}

}  // namespace

void sleep_on(const void* object) {
  Thread& self = *g.current;
  self.waits_on = object;
  self.signalled = false;
  self.ticket = ++next_ticket;
}

void no_longer_asleep() { g.current->waits_on = nullptr; }

std::uint32_t wake_sleepers(const void* object, std::uint32_t most, std::uint32_t* first) {
  std::uint32_t woken = 0;
  while (woken < most) {
    Thread* chosen = sleeper(object, follow_value(SLEAVE_CHOICE_wake, 0));
    if (chosen == nullptr) break;
    chosen->signalled = true;
    if (woken++ == 0) *first = chosen->index;
    scheduler.changed(chosen->pending.object);
  }
  return woken;
}

}  // namespace sleave::rt
