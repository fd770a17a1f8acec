#include "runtime/loops/await_loops.h"

#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"
#include "runtime/race/race.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

bool awaits_matter;
bool polls_matter;

namespace {
constexpr std::uint32_t kMostLooks = 16;  // in an iteration; a loop with more is run as it is
constexpr std::uint32_t kMostLoops = 4;   // one within the other
constexpr std::uint32_t kMostLocks = 4;   // taken in an iteration and not yet released
}  // namespace

// A loop, from the beginning of its iteration.
struct AwaitLoop {
  struct Range {
    std::uintptr_t begin;
    std::uintptr_t end;
    bool is_lock;  // taken and released by the iteration
  };

  LoopPlace place;
  std::uint64_t state;        // what the iteration was given
  std::uint64_t first_index;  // of this thread's events
  std::uint64_t first_event;  // of the run's events: the first look
  std::uint32_t look_count;
  Range looks[kMostLooks];
  std::uint32_t lock_count;
  const void* locks[kMostLocks];
  bool locked;   // it took a lock
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
  return {begin, begin + (bytes == 0 ? 1 : bytes), false};
}

bool overlap(const Range& a, const Range& b) { return a.begin < b.end && b.begin < a.end; }

void look(AwaitLoop& loop, const EventRecord& event_record) {
  if (loop.look_count == 0) loop.first_event = scheduler.events();
  if (loop.look_count < kMostLooks) loop.looks[loop.look_count] = range_of(event_record);
  ++loop.look_count;
  // What failed by itself may not the next time, and the next look may be at a newer store.
  if ((event_record.flags & (SLEAVE_EVENT_CHOSEN | SLEAVE_EVENT_OLD)) != 0) loop.changed = true;
}

bool gives_way(const EventRecord& event_record) {
  const bool sleeps = event_record.kind == SLEAVE_EV_sleep && event_record.object == nullptr;
  return sleeps || event_record.kind == SLEAVE_EV_await || event_record.kind == SLEAVE_EV_yield;
}

bool does_act(const EventRecord& event_record) {
  return event_record.effect == Effect::write && (event_record.flags & SLEAVE_EVENT_FAILED) == 0;
}

// Whether an update stores what it found, as `taken.exchange(true)` does while somebody else has the lock.
bool stores_what_it_found(const EventRecord& event_record) {
  const bool updates = event_record.kind == SLEAVE_EV_atomic_rmw || event_record.kind == SLEAVE_EV_atomic_cas;
  return updates && event_record.size <= 8 && event_record.value == event_record.extra;
}

// A lock that was taken only to look protects what it did before, so that nobody who took it to look misses something.
bool has_looked_at(const AwaitLoop& loop, const Range& place) {
  for (std::uint32_t i = 0; i < loop.look_count && i < kMostLooks; ++i) {
    if (overlap(loop.looks[i], place) && !(place.is_lock && loop.looks[i].is_lock)) return true;
  }
  return false;
}

// Of the thread's loops, the one that polls and has only looked so far; null: there is none.
AwaitLoop* quiet_poll(const Thread& thread) {
  if (thread.awaits == nullptr || thread.awaits->count == 0) return nullptr;
  AwaitLoop& loop = thread.awaits->loops[thread.awaits->count - 1];
  return loop.place.poll != kNoPoll && !loop.acted ? &loop : nullptr;
}

bool takes_lock(sleave_event_kind kind) {
  switch (kind) {
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_mutex_trylock:
    case SLEAVE_EV_spin_lock:
    case SLEAVE_EV_spin_trylock:
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_tryrdlock:
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_rwlock_trywrlock:
      return true;
    default:
      return false;
  }
}

bool releases_lock(sleave_event_kind kind) {
  return kind == SLEAVE_EV_mutex_unlock || kind == SLEAVE_EV_spin_unlock || kind == SLEAVE_EV_rwlock_unlock;
}

// The place of a lock among those of the iteration, or their number.
std::uint32_t find_lock(const AwaitLoop& loop, const void* lock) {
  std::uint32_t place = 0;
  while (place < loop.lock_count && loop.locks[place] != lock) ++place;
  return place;
}

// Whether the event takes a lock, or releases one that the iteration took, and nothing more.
bool uses_lock_to_look(const Thread& self, const EventRecord& event_record) {
  const AwaitLoop* loop = quiet_poll(self);
  if (loop == nullptr || event_record.second != nullptr) return false;
  if (takes_lock(event_record.kind)) return loop->lock_count < kMostLocks;
  return releases_lock(event_record.kind) && find_lock(*loop, event_record.object) != loop->lock_count;
}

void use_lock(AwaitLoop& loop, const EventRecord& event_record) {
  const std::uint32_t place = find_lock(loop, event_record.object);
  if (releases_lock(event_record.kind)) {
    if (place == loop.lock_count) loop.acted = true;  // of an outer loop
    if (place != loop.lock_count) loop.locks[place] = loop.locks[--loop.lock_count];
    return;
  }
  look(loop, event_record);
  if (loop.look_count <= kMostLooks) loop.looks[loop.look_count - 1].is_lock = true;
  loop.locked = true;
  if (loop.lock_count == kMostLocks) {
    loop.acted = true;
  } else {
    loop.locks[loop.lock_count++] = event_record.object;
  }
}

// Another thread that meets a lock while an iteration has it, as a failed try-lock does, knows of the iteration; one
// that also reads under a reader-writer lock does not.
void tell_who_has_it(const EventRecord& event_record) {
  const bool succeeds = (event_record.flags & SLEAVE_EVENT_FAILED) == 0;
  if (event_record.object == nullptr) return;
  if (succeeds && (takes_lock(event_record.kind) || releases_lock(event_record.kind))) return;
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    Thread& thread = scheduler.thread(i);
    if (thread.awaits == nullptr || &thread == runtime.current) continue;
    for (std::uint32_t k = 0; k < thread.awaits->count; ++k) {
      AwaitLoop& loop = thread.awaits->loops[k];
      if (find_lock(loop, event_record.object) != loop.lock_count) loop.acted = true;
    }
  }
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

bool is_at(const AwaitLoop& loop, const LoopPlace& place) {
  return loop.place.site == place.site && loop.place.frame == place.frame;
}

// The loop that the thread is in; those inside it are over. The innermost of a new one if it is in none.
AwaitLoop& enter(Awaits& awaits, const LoopPlace& place) {
  for (std::uint32_t i = awaits.count; i > 0; --i) {
    AwaitLoop& loop = awaits.loops[i - 1];
    if (!is_at(loop, place)) continue;
    awaits.count = i;
    return loop;
  }
  while (awaits.count > 0 && awaits.loops[awaits.count - 1].place.frame < place.frame)
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

void awaits_start() {
  awaits_matter = (runtime.plan->flags & SLEAVE_PLAN_AWAITS) != 0;
  polls_matter = awaits_matter && (runtime.plan->flags & SLEAVE_PLAN_RETRIES) != 0;
}

void before_await_event(const EventRecord& event_record) {
  if (gives_way(event_record)) return;
  race_settle();
  Awaits* const awaits = runtime.current->awaits;
  if (awaits == nullptr || awaits->count == 0) return;
  awaits->leaves_as_it_was = does_act(event_record) && stores_what_it_found(event_record) &&
                             race_defer(event_record.object, event_record.size);
}

void await_event(const EventRecord& event_record) {
  const Thread& self = *runtime.current;
  const bool acts = does_act(event_record) && !(self.awaits != nullptr && self.awaits->leaves_as_it_was);
  const bool locks = acts && uses_lock_to_look(self, event_record);
  if (polls_matter) tell_who_has_it(event_record);
  if (self.awaits != nullptr) {
    self.awaits->leaves_as_it_was = false;
    for (std::uint32_t i = 0; i < self.awaits->count; ++i) {
      AwaitLoop& loop = self.awaits->loops[i];
      if (locks && loop.place.poll != kNoPoll) {
        use_lock(loop, event_record);
        continue;
      }
      loop.acted |= acts;
      if (!acts && event_record.object != nullptr) look(loop, event_record);
    }
  }
  if (!acts) return;
  if (event_record.object != nullptr) {
    Range place = range_of(event_record);
    place.is_lock = locks;
    tell_who_looked(place);
  }
  if (event_record.second != nullptr) {
    const auto begin = reinterpret_cast<std::uintptr_t>(event_record.second);
    tell_who_looked({begin, begin + 1, false});
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

AwaitLoop& arrive_at_loop(const LoopPlace& place) {
  Thread& self = *runtime.current;
  if (self.awaits == nullptr) self.awaits = arena_new<Awaits>();
  AwaitLoop& loop = enter(*self.awaits, place);
  if (!is_at(loop, place)) loop.look_count = 0;
  loop.place = place;
  return loop;
}

bool only_looked(const AwaitLoop& loop, std::uint64_t state) {
  const bool looked = loop.look_count != 0 && loop.look_count <= kMostLooks;
  return looked && loop.state == state && !loop.acted && loop.lock_count == 0;
}

bool would_find_the_same(const AwaitLoop& loop, std::uint64_t state) {
  return only_looked(loop, state) && loop.look_count == 1 && !loop.changed;
}

void leave_poll(std::uint32_t poll, const void* frame) {
  Awaits* const awaits = runtime.current->awaits;
  for (std::uint32_t i = awaits == nullptr ? 0 : awaits->count; i > 0; --i) {
    const LoopPlace& place = awaits->loops[i - 1].place;
    if (place.poll == poll && place.frame == frame) awaits->count = i - 1;
  }
}

std::uint64_t wait_in_loop(AwaitLoop& loop) {
  Thread& self = *runtime.current;
  race_take_back();
  self.awaits->waiting = &loop;
  self.awaits->for_good = loop.locked || loop.first_event < runtime.plan->decided_events;
  scheduler.point({SLEAVE_EV_await, loop.place.site, nullptr, can_look_again});
  self.awaits->waiting = nullptr;
  race_return_to(loop.past);
  return loop.first_index;
}

void begin_iteration(AwaitLoop& loop, std::uint64_t state) {
  loop.state = state;
  loop.first_index = runtime.current->events;
  loop.look_count = loop.lock_count = 0;
  loop.locked = loop.acted = loop.changed = false;
  race_remember(loop.past);
}

}  // namespace sleave::rt
