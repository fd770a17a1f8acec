#include "runtime/signal/chosen.h"

#include "runtime/base/runtime.h"
#include "runtime/loops/await_loops.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/handler_calls.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/signal/mask.h"
#include "runtime/signal/pending.h"
#include "runtime/signal/take.h"

namespace sleave::rt {
namespace {

enum Taken : std::uint64_t { kNone, kBefore, kEndsSleep };

bool has_signal(const Thread& thread) { return deliverable(thread) != 0; }

bool waits_for_handler(const Thread& thread, const Pending& pending) {
  return pending.kind == SLEAVE_EV_signal_wait && thread.awaited_signals == 0;
}

// A sleep that has begun is ended by the signal. With free time it is not known whether it has.
std::uint64_t alternatives_at(const Pending& pending) { return pending.kind == SLEAVE_EV_sleep ? 3 : 2; }

std::uint64_t choose_here(const Pending& pending) {
  Thread& self = *runtime.current;
  EventRecord chance{SLEAVE_EV_signal_chance, pending.site};
  chance.value = ~self.signal_mask & ~self.awaited_signals;
  chance.order = static_cast<std::uint8_t>(alternatives_at(pending));
  chance.extra = choose(SLEAVE_CHOICE_signal, alternatives_at(pending));
  record_chance(chance);
  return chance.extra;
}

void wait_and_take(const Pending& pending, bool by_choice) {
  Thread& self = *runtime.current;
  const char* interrupted = interrupted_function(self);
  self.takes_by_choice = by_choice;
  scheduler.turn({SLEAVE_EV_signal_take, pending.site, nullptr, has_signal}, kNoDeadline);
  self.takes_by_choice = false;
  take_awaited_condition();  // of the interrupted load: it is not that of a load in the handler, and its loop goes on
  take_signal_during(interrupted);
}

// What the signal interrupts may be a wait that the handler ends, if it had begun and could not continue. That is
// another object's state.
void check_wait(const Pending& pending, std::uint64_t deadline) {
  const bool begins_again = pending.kind == SLEAVE_EV_signal_wait && runtime.current->awaits_again;
  if (pending.ready != nullptr && !begins_again && handler_ends_wait(pending.kind, deadline)) note_other_ways();
}

}  // namespace

bool take_chosen_signals(const Pending& pending, std::uint64_t deadline) {
  Thread& self = *runtime.current;
  for (;;) {
    self.pending = pending;
    if (waits_for_handler(self, pending)) {
      wait_and_take(pending, false);
      return true;
    }
    const std::uint64_t chosen = choose_here(pending);
    if (chosen == kNone) return false;
    wait_and_take(pending, true);
    look_for_signals(pending.site, self.mask_after_handler);  // the call that ends a handler lets others come
    if (chosen == kEndsSleep) return true;
    check_wait(pending, deadline);
  }
}

bool misses_signal(const Thread& thread) { return thread.takes_by_choice || has_signal(thread); }

void look_for_signals(std::uintptr_t site, std::uint64_t mask) {
  for (;;) {
    scheduler.turn({SLEAVE_EV_signal_take, site, nullptr, nullptr}, kNoDeadline);
    set_signal_mask(mask);
    if (!take_signal_during(nullptr)) return;
    mask = runtime.current->mask_after_handler;
  }
}

void note_other_ways() {
  EventRecord chance{SLEAVE_EV_signal_chance, runtime.current->pending.site};
  chance.flags = SLEAVE_EVENT_FAILED;
  record_chance(chance);
}

}  // namespace sleave::rt
