#include "runtime/detect/race/detector.h"

#include "runtime/base/arena.h"
#include "runtime/detect/race/access_table.h"
#include "runtime/detect/race/shadow.h"

namespace sleave::rt {

namespace {

using Rule = Access (*)(History&, Access, const Clock&);

Access make_access(const RaceThread& thread, const Touch& touch) {
  return {thread.index, thread.now[thread.index], access_number(touch.site, touch.kind, touch.bytes)};
}

// Calls visit(History&, address) for every history of the range.
template <typename Visit>
void each_history(std::uintptr_t address, std::uint64_t bytes, Visit visit) {
  shadow_each(address, bytes, [&](Cell& cell, unsigned first, unsigned count, std::uintptr_t at) {
    cell.each(first, count, [&](History& history, unsigned byte) { visit(history, at - first + byte); });
  });
}

template <Rule rule>
void touch_range(RaceThread& thread, const Touch& touch) {
  const Access access = make_access(thread, touch);
  each_history(touch.address, touch.bytes, [&](History& history, std::uintptr_t at) {
    const Access race = rule(history, access, thread.now);
    if (!race.none()) race_found(race, access, at);
  });
}

void write_range(RaceThread& thread, const Touch& touch) {
  const Access access = make_access(thread, touch);
  shadow_each(touch.address, touch.bytes, [&](Cell& cell, unsigned first, unsigned count, std::uintptr_t at) {
    cell.each(first, count, [&](History& history, unsigned byte) {
      const Access race = plain_write(history, access, thread.now);
      if (!race.none()) race_found(race, access, at - first + byte);
    });
    if (count == kCellBytes) cell.unite(access);
  });
}

template <typename Visit>
void each_released(const Touch& touch, Visit visit) {
  each_history(touch.address, touch.bytes,
               [&](History& history, std::uintptr_t) { visit(history.rarities().released); });
}

RareHistory& object_state(std::uintptr_t object) {
  RareHistory* state = nullptr;
  each_history(object, 1, [&](History& history, std::uintptr_t) { state = &history.rarities(); });
  return *state;
}

constexpr std::uintptr_t kReadersClock = 1;

Clock unseen;  // release_unseen()

// The history of the whole range, or null if its parts have different ones.
RareHistory* whole_state(const Touch& touch) {
  RareHistory* state = nullptr;
  unsigned parts = 0;
  each_history(touch.address, touch.bytes, [&](History& history, std::uintptr_t) {
    state = &history.rarities();
    ++parts;
  });
  return parts == 1 ? state : nullptr;
}

// Whether a plain access says nothing new: all its bytes were accessed like this, or a read's were written, in the same
// epoch. Whoever conflicts with the new access conflicts with the old one. The fast path of loops: nothing is made.
bool repeats(const History& history, Access epoch, bool writes) {
  if (history.write.same_epoch(epoch)) return !writes || history.rare == nullptr;
  return !writes && history.read.same_epoch(epoch);
}

bool says_nothing_new(const RaceThread& thread, const Touch& touch, bool writes) {
  const auto first = static_cast<unsigned>(touch.address % kCellBytes);
  if (first + touch.bytes > kCellBytes) return false;
  const Access epoch(thread.index, thread.now[thread.index], 0);
  const Cell& cell = shadow_cell(touch.address);
  if (cell.split == nullptr) return repeats(cell.whole, epoch, writes);
  for (unsigned i = first; i < first + touch.bytes; ++i) {
    if (!repeats(cell.split->parts[cell.split->owner[i]], epoch, writes)) return false;
  }
  return true;
}

}  // namespace

void touch_memory(RaceThread& thread, const Touch& touch) {
  switch (touch.kind) {
    case SLEAVE_ACCESS_read:
      if (says_nothing_new(thread, touch, false)) return;
      return touch_range<plain_read>(thread, touch);
    case SLEAVE_ACCESS_write:
      if (says_nothing_new(thread, touch, true)) return;
      return write_range(thread, touch);
    case SLEAVE_ACCESS_atomic_read:
    case SLEAVE_ACCESS_use:
      return touch_range<atomic_read>(thread, touch);
    case SLEAVE_ACCESS_atomic_write:
      return touch_range<atomic_write>(thread, touch);
    default:
      return write_range(thread, touch);
  }
}

void touch_freed(RaceThread& thread, const Touch& touch) {
  static Access freeing;
  freeing = make_access(thread, touch);
  shadow_free(touch.address, touch.bytes, freeing, thread.now,
              [](Access earlier, std::uintptr_t address) { race_found(earlier, freeing, address); });
}

void touch_load(RaceThread& thread, const Touch& touch, unsigned order) {
  // First what it learns: the store it reads from happens before the load itself.
  const bool acquires = order_acquires(order);
  each_released(touch, [&](Clock& released) { load_clock(thread, released, acquires); });
  touch_range<atomic_read>(thread, touch);
}

void touch_store(RaceThread& thread, const Touch& touch, unsigned order) {
  touch_range<atomic_write>(thread, touch);
  const bool releases = order_releases(order);
  each_released(touch, [&](Clock& released) { store_clock(thread, released, releases); });
  if (releases) begin_epoch(thread);
}

void touch_update(RaceThread& thread, const Touch& touch, unsigned order) {
  const bool acquires = order_acquires(order);
  const bool releases = order_releases(order);
  each_released(touch, [&](Clock& released) { load_clock(thread, released, acquires); });
  touch_range<atomic_write>(thread, touch);
  each_released(touch, [&](Clock& released) { continue_clock(thread, released, releases); });
  if (releases) begin_epoch(thread);
}

void expect_value(RaceThread& thread, const Touch& touch, std::uint64_t value, unsigned order) {
  const RareHistory* state = whole_state(touch);
  if (state == nullptr) return;
  const bool known = state->value_bytes == touch.bytes;
  if (known && state->value == value) return;
  Clock& learns = order_acquires(order) ? thread.now : thread.acquired_later;
  if (!known) return learns.join(unseen);
  for (std::uint32_t i = 0; i < race_thread_count(); ++i) learns.join(race_thread(i).now);
}

void leave_value(const Touch& touch, std::uint64_t value) {
  if (RareHistory* state = whole_state(touch)) {
    state->value_bytes = touch.bytes <= sizeof value ? static_cast<std::uint32_t>(touch.bytes) : 0;
    state->value = value;
    return;
  }
  each_history(touch.address, touch.bytes,
               [](History& history, std::uintptr_t) { history.rarities().value_bytes = 0; });
}

void release_unseen(RaceThread& thread) {
  unseen.join(thread.now);
  begin_epoch(thread);
}

void fence_everybody(RaceThread& caller, bool caller_is_seen) {
  for (std::uint32_t i = 0; i < race_thread_count(); ++i) {
    RaceThread& other = race_thread(i);
    if (!caller_is_seen) caller.now.join(other.now);
    fence_clock(other, true, true);
  }
}

void release_object(RaceThread& thread, std::uintptr_t object) {
  RareHistory& state = object_state(object);
  state.released.join(thread.now);
  state.value_bytes = 0;  // its model may have written there
  begin_epoch(thread);
}

void acquire_object(RaceThread& thread, std::uintptr_t object) { thread.now.join(object_state(object).released); }

void lock_shared(RaceThread& thread, std::uintptr_t lock) { acquire_object(thread, lock); }

void lock_exclusive(RaceThread& thread, std::uintptr_t lock) {
  acquire_object(thread, lock);
  acquire_object(thread, lock + kReadersClock);
  object_state(lock).writer_holds = thread.index + 1;
}

void unlock_either(RaceThread& thread, std::uintptr_t lock) {
  RareHistory& state = object_state(lock);
  const bool writer = state.writer_holds == thread.index + 1;
  if (writer) state.writer_holds = 0;
  release_object(thread, writer ? lock : lock + kReadersClock);
}

void arrive_at_barrier(RaceThread& thread, std::uintptr_t barrier, bool last) {
  Clock*& round = object_state(barrier).round;
  if (round == nullptr) round = arena_new<Clock>();
  round->join(thread.now);
  thread.round = round;
  begin_epoch(thread);
  if (!last) return;
  leave_barrier(thread);
  round = nullptr;
}

void leave_barrier(RaceThread& thread) {
  if (thread.round != nullptr) thread.now.join(*thread.round);
  thread.round = nullptr;
}

}  // namespace sleave::rt
