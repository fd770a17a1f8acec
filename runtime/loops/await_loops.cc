#include "runtime/loops/await_loops.h"

#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"
#include "runtime/race/race.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

bool awaits_matter;

namespace {
constexpr std::uint32_t kMostLooks = 16;  // in an iteration; a loop with more is run as it is
constexpr std::uint32_t kMostLoops = 4;   // one within the other
}  // namespace

// A loop, from the beginning of its iteration.
struct AwaitLoop {
  struct Range {
    std::uintptr_t begin;
    std::uintptr_t end;
  };

  std::uintptr_t site;
  const void* frame;
  std::uint64_t state;        // what the iteration was given
  std::uint64_t first_index;  // of this thread's events
  std::uint64_t first_event;  // of the run's events: the first look
  std::uint32_t look_count;
  Range looks[kMostLooks];
  bool acted;    // the thread changed something
  bool changed;  // somebody else changed what it had looked at
  RacePast past;
};

struct Awaits {
  std::uint32_t count;
  AwaitLoop loops[kMostLoops];  // from the outermost in
  AwaitLoop* waiting;           // in which it waits
  bool for_good;
  bool leaves_as_it_was;   // the next event
  AwaitedCondition until;  // of the loop of the next load
};

namespace {

using Range = AwaitLoop::Range;

Range range_of(const EventRecord& event_record) {
  const auto begin = reinterpret_cast<std::uintptr_t>(event_record.object);
  const std::uint64_t bytes = event_record.size == 255 ? event_record.extra : event_record.size;
  return {begin, begin + (bytes == 0 ? 1 : bytes)};
}

bool overlap(const Range& a, const Range& b) { return a.begin < b.end && b.begin < a.end; }

void look(AwaitLoop& loop, const EventRecord& event_record) {
  if (loop.look_count == 0) loop.first_event = scheduler.events();
  if (loop.look_count < kMostLooks) loop.looks[loop.look_count] = range_of(event_record);
  ++loop.look_count;
  // What failed by itself may not the next time.
  if ((event_record.flags & SLEAVE_EVENT_CHOSEN) != 0) loop.changed = true;
}

bool does_act(const EventRecord& event_record) {
  return event_record.effect == Effect::write && (event_record.flags & SLEAVE_EVENT_FAILED) == 0;
}

// Whether an update stores what it found, as `taken.exchange(true)` does while somebody else has the lock.
bool stores_what_it_found(const EventRecord& event_record) {
  const bool updates = event_record.kind == SLEAVE_EV_atomic_rmw || event_record.kind == SLEAVE_EV_atomic_cas;
  return updates && event_record.size <= 8 && event_record.value == event_record.extra;
}

bool has_looked_at(const AwaitLoop& loop, const Range& place) {
  for (std::uint32_t i = 0; i < loop.look_count && i < kMostLooks; ++i) {
    if (overlap(loop.looks[i], place)) return true;
  }
  return false;
}

void tell_who_looked(const Range& place) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    Thread& thread = scheduler.thread(i);
    if (thread.awaits == nullptr || &thread == runtime.current) continue;
    for (std::uint32_t k = 0; k < thread.awaits->count; ++k) {
      AwaitLoop& loop = thread.awaits->loops[k];
      if (loop.changed || !has_looked_at(loop, place)) continue;
      loop.changed = true;
      scheduler.reconsider(thread);
    }
  }
}

bool can_look_again(const Thread& thread) { return !thread.awaits->for_good && thread.awaits->waiting->changed; }

// The loop that the thread is in; those inside it are over. The innermost of a new one if it is in none.
AwaitLoop& enter(Awaits& awaits, std::uintptr_t site, const void* frame) {
  for (std::uint32_t i = awaits.count; i > 0; --i) {
    AwaitLoop& loop = awaits.loops[i - 1];
    if (loop.site != site || loop.frame != frame) continue;
    awaits.count = i;
    return loop;
  }
  while (awaits.count > 0 && awaits.loops[awaits.count - 1].frame < frame)
    --awaits.count;  // of functions that returned
  if (awaits.count == kMostLoops) {
    for (std::uint32_t i = 1; i < kMostLoops; ++i) {
      const AwaitLoop inner = awaits.loops[i];  // exchanged, not copied: each keeps the storage of its clocks
      awaits.loops[i] = awaits.loops[i - 1];
      awaits.loops[i - 1] = inner;
    }
    --awaits.count;
  }
  return awaits.loops[awaits.count++];
}

}  // namespace

void awaits_start() { awaits_matter = (runtime.plan->flags & SLEAVE_PLAN_AWAITS) != 0; }

void before_await_event(const EventRecord& event_record) {
  if (event_record.kind == SLEAVE_EV_await || event_record.kind == SLEAVE_EV_yield) return;
  race_settle();
  Awaits* const awaits = runtime.current->awaits;
  if (awaits == nullptr || awaits->count == 0) return;
  awaits->leaves_as_it_was = does_act(event_record) && stores_what_it_found(event_record) &&
                             race_defer(event_record.object, event_record.size);
}

void await_event(const EventRecord& event_record) {
  const Thread& self = *runtime.current;
  const bool acts = does_act(event_record) && !(self.awaits != nullptr && self.awaits->leaves_as_it_was);
  if (self.awaits != nullptr) {
    self.awaits->leaves_as_it_was = false;
    for (std::uint32_t i = 0; i < self.awaits->count; ++i) {
      AwaitLoop& loop = self.awaits->loops[i];
      loop.acted |= acts;
      if (!acts && event_record.object != nullptr) look(loop, event_record);
    }
  }
  if (!acts) return;
  if (event_record.object != nullptr) tell_who_looked(range_of(event_record));
  if (event_record.second != nullptr) {
    const auto begin = reinterpret_cast<std::uintptr_t>(event_record.second);
    tell_who_looked({begin, begin + 1});
  }
}

void act_in_loops() {
  Awaits* const awaits = runtime.current->awaits;
  for (std::uint32_t i = 0; awaits != nullptr && i < awaits->count; ++i)
    awaits->loops[i].acted = awaits->loops[i].changed = true;
}

void await_until(const AwaitedCondition& condition) {
  Awaits* const awaits = runtime.current->awaits;
  if (awaits != nullptr) awaits->until = condition;
}

AwaitedCondition take_awaited_condition() {
  Awaits* const awaits = runtime.current->awaits;
  if (awaits == nullptr) return {};
  const AwaitedCondition condition = awaits->until;
  awaits->until.known = false;
  return condition;
}

bool anybody_awaits() {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Awaits* awaits = scheduler.thread(i).awaits;
    if (awaits != nullptr && awaits->waiting != nullptr) return true;
  }
  return false;
}

bool somebody_missed_a_change() {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Awaits* awaits = scheduler.thread(i).awaits;
    if (awaits != nullptr && awaits->waiting != nullptr && awaits->waiting->changed) return true;
  }
  return false;
}

AwaitLoop& arrive_at_loop(std::uintptr_t site, const void* frame) {
  Thread& self = *runtime.current;
  if (self.awaits == nullptr) self.awaits = arena_new<Awaits>();
  return enter(*self.awaits, site, frame);
}

bool only_looked(const AwaitLoop& loop, std::uintptr_t site, const void* frame, std::uint64_t state) {
  const bool looked = loop.look_count != 0 && loop.look_count <= kMostLooks;
  const bool same = loop.site == site && loop.frame == frame && loop.state == state;
  return same && looked && !loop.acted;
}

std::uint64_t wait_in_loop(AwaitLoop& loop) {
  Thread& self = *runtime.current;
  race_take_back();
  self.awaits->waiting = &loop;
  self.awaits->for_good = loop.first_event < runtime.plan->decided_events;
  scheduler.point({SLEAVE_EV_await, loop.site, nullptr, can_look_again});
  self.awaits->waiting = nullptr;
  race_return_to(loop.past);
  return loop.first_index;
}

void begin_iteration(AwaitLoop& loop, std::uintptr_t site, const void* frame, std::uint64_t state) {
  loop.site = site;
  loop.frame = frame;
  loop.state = state;
  loop.first_index = runtime.current->events;
  loop.look_count = 0;
  loop.acted = loop.changed = false;
  race_remember(loop.past);
}

}  // namespace sleave::rt
