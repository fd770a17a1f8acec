#include "runtime/sync/waiters.h"

#include "runtime/base/runtime.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

bool asleep_on(const Thread& thread, const void* object) { return thread.waits_on == object && !thread.signalled; }

bool anybody_asleep_on(const void* object) {
  for (std::uint32_t i = 0; i < scheduler.live_count(); ++i) {
    if (asleep_on(scheduler.live(i), object)) return true;
  }
  return false;
}

namespace {

std::uint64_t next_ticket;

bool is_concerned(const Thread& thread, const void* object, std::uint32_t bits) {
  return asleep_on(thread, object) && (thread.wait_bits & bits) != 0;
}

// The sleeper that `rank` others came before.
Thread* sleeper(const void* object, std::uint64_t rank, std::uint32_t bits) {
  Thread* found = nullptr;
  std::uint64_t after = 0;
  for (std::uint64_t i = 0; i <= rank; ++i) {
    found = nullptr;
    for (std::uint32_t k = 0; k < scheduler.live_count(); ++k) {
      Thread& thread = scheduler.live(k);
      if (!is_concerned(thread, object, bits) || thread.ticket <= after) continue;
      if (found == nullptr || thread.ticket < found->ticket) found = &thread;
    }
    if (found == nullptr) return nullptr;
    after = found->ticket;
  }
  return found;
}

std::uint32_t count_sleepers(const void* object, std::uint32_t bits) {
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < scheduler.live_count(); ++k) {
    count += is_concerned(scheduler.live(k), object, bits) ? 1 : 0;
  }
  return count;
}

}  // namespace

void sleep_on(const void* object, std::uint32_t bits) {
  Thread& self = *runtime.current;
  self.waits_on = object;
  self.signalled = false;
  self.ticket = ++next_ticket;
  self.wait_bits = bits;
}

void no_longer_asleep() { runtime.current->waits_on = nullptr; }

Woken wake_sleepers(const void* object, std::uint32_t most, std::uint32_t bits) {
  const std::uint32_t sleepers = count_sleepers(object, bits);
  Woken woken;
  while (woken.count < most && woken.count < sleepers) {
    // Where all of them wake there is nothing to choose.
    const std::uint64_t rank = sleepers > most ? choose(SLEAVE_CHOICE_wake, sleepers - woken.count) : 0;
    Thread* chosen = sleeper(object, rank, bits);
    chosen->signalled = true;
    woken.out_of_turn = woken.out_of_turn || rank != 0;
    if (woken.count++ == 0) woken.first = chosen->index;
    scheduler.changed(chosen->pending.object);
  }
  woken.left = sleepers - woken.count;
  return woken;
}

std::uint8_t wake_flags(const Woken& woken) {
  if (woken.count == 0) return SLEAVE_EVENT_FAILED;
  return woken.out_of_turn ? SLEAVE_EVENT_CHANGED | SLEAVE_EVENT_CHOSEN : SLEAVE_EVENT_CHANGED;
}

}  // namespace sleave::rt
