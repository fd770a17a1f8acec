#include "runtime/race/detector.h"

#include "runtime/base/arena.h"
#include "runtime/race/access_table.h"
#include "runtime/race/shadow.h"

namespace sleave::rt {

namespace {

using Rule = void (*)(History&, Access, const Clock&, std::uintptr_t);

Access make_access(const RaceThread& thread, const Touch& touch) {
  return {thread.epoch, access_number(touch.site, touch.kind, touch.bytes)};
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
  each_history(touch.address, touch.bytes,
               [&](History& history, std::uintptr_t at) { rule(history, access, thread.now, at); });
}

void visit_write(RaceThread& thread, Access access, Cell& cell, unsigned first, unsigned count, std::uintptr_t at) {
  cell.each(first, count,
            [&](History& history, unsigned byte) { plain_write(history, access, thread.now, at - first + byte); });
  if (count == kCellBytes) cell.unite(access);
}

void write_range(RaceThread& thread, const Touch& touch) {
  const Access access = make_access(thread, touch);
  shadow_each(touch.address, touch.bytes, [&](Cell& cell, unsigned first, unsigned count, std::uintptr_t at) {
    visit_write(thread, access, cell, first, count, at);
  });
}

// A plain access: what it repeats is passed over.
template <typename Visit>
void touch_plainly(const RaceThread& thread, const Touch& touch, bool writes, Visit visit) {
  shadow_each_known(touch.address, touch.bytes,
                    [&](Cell& cell, KnownBytes& known, unsigned first, unsigned count, std::uintptr_t at) {
                      const unsigned set = byte_set(first, count);
                      if (!known.covers(thread.epoch, set, writes)) {
                        visit(cell, first, count, at);
                        known.add(thread.epoch, set, writes);
                      }
                      set_known_word(at, known, thread.mark);
                    });
}

void read_plainly(RaceThread& thread, const Touch& touch) {
  const Access access = make_access(thread, touch);
  touch_plainly(thread, touch, false, [&](Cell& cell, unsigned first, unsigned count, std::uintptr_t at) {
    cell.each(first, count,
              [&](History& history, unsigned byte) { plain_read(history, access, thread.now, at - first + byte); });
  });
}

void write_plainly(RaceThread& thread, const Touch& touch) {
  const Access access = make_access(thread, touch);
  touch_plainly(thread, touch, true, [&](Cell& cell, unsigned first, unsigned count, std::uintptr_t at) {
    visit_write(thread, access, cell, first, count, at);
  });
}

template <typename Visit>
void each_released(const Touch& touch, Visit visit) {
  each_history(touch.address, touch.bytes,
               [&](History& history, std::uintptr_t) { visit(history.rarities().released); });
}

constexpr std::uintptr_t kReadersClock = 1;

Clock unseen;  // release_unseen()

// The history of this range and nothing else, separated from others if need be; null if its bytes have several.
History* only_history(std::uintptr_t address, std::uint64_t bytes) {
  const auto first = static_cast<unsigned>(address % kCellBytes);
  if (first + bytes > kCellBytes) return nullptr;
  const auto count = static_cast<unsigned>(bytes);
  Cell& cell = shadow_cell(address);
  if (History* only = cell.of_exactly(first, count)) return only;
  cell.isolate(first, count);
  return cell.of_exactly(first, count);
}

RareHistory& object_state(std::uintptr_t object) { return only_history(object, 1)->rarities(); }

// What came with a value that nobody was seen to write.
void join_unseen(Clock& released, bool another_was_left) {
  if (!another_was_left) return released.join(unseen);
  for (std::uint32_t i = 0; i < race_thread_count(); ++i) {
    released.join(race_thread(i).now);
    begin_epoch(race_thread(i));  // what it does from here on is not part of that
  }
}

// Whoever wrote it released it: to the thread that found it, and to all that read it later, or what an update made of
// it.
void check_value(RareHistory& state, std::uint64_t bytes, std::uint64_t found) {
  const bool known = state.value_bytes == bytes;
  if (!known || state.value != found) join_unseen(state.released, known);
}

void defer_release(RaceThread& thread, RareHistory& state, bool releases) {
  thread.deferred.to = &state;
  thread.deferred.stores = state.stores;
  thread.deferred.clock.assign(releases ? thread.now : thread.fenced);
}

// All of an atomic operation whose bytes have one history: nearly every one.
void touch_one(RaceThread& thread, History& history, const Touch& touch, AtomicAct act, unsigned order,
               const AtomicValues* values) {
  RareHistory& state = history.rarities();
  const bool acquires = order_acquires(order);
  const bool releases = order_releases(order);
  if (act != AtomicAct::store) {  // first what it learns: the store it reads from happens before the load itself
    Clock& learns = acquires ? thread.now : thread.acquired_later;
    if (values != nullptr) check_value(state, touch.bytes, values->found);
    learns.join(state.released);
  }
  const Access access = make_access(thread, touch);
  if (act == AtomicAct::load) {
    atomic_read(history, access, thread.now, touch.address);
  } else {
    atomic_write(history, access, thread.now, touch.address);
    if (act == AtomicAct::store) {
      store_clock(thread, state.released, releases);
      ++state.stores;
    } else if (thread.defers) {
      defer_release(thread, state, releases);
    } else {
      continue_clock(thread, state.released, releases);
    }
    if (releases) begin_epoch(thread);
  }
  if (values == nullptr) return;
  state.value_bytes = static_cast<std::uint32_t>(touch.bytes);
  state.value = values->left;
}

void touch_several(RaceThread& thread, const Touch& touch, AtomicAct act, unsigned order, const AtomicValues* values) {
  const bool acquires = order_acquires(order);
  const bool releases = order_releases(order);
  if (act != AtomicAct::store) {
    each_released(touch, [&](Clock& released) { load_clock(thread, released, acquires); });
  }
  if (act == AtomicAct::load) {
    touch_range<atomic_read>(thread, touch);
  } else {
    touch_range<atomic_write>(thread, touch);
    each_released(touch, [&](Clock& released) {
      act == AtomicAct::store ? store_clock(thread, released, releases) : continue_clock(thread, released, releases);
    });
    if (releases) begin_epoch(thread);
  }
  if (values == nullptr) return;
  each_history(touch.address, touch.bytes,
               [](History& history, std::uintptr_t) { history.rarities().value_bytes = 0; });
}

}  // namespace

void touch_memory(RaceThread& thread, const Touch& touch) {
  switch (touch.kind) {
    case SLEAVE_ACCESS_read:
    case SLEAVE_ACCESS_volatile_read:
      return read_plainly(thread, touch);
    case SLEAVE_ACCESS_write:
    case SLEAVE_ACCESS_volatile_write:
      return write_plainly(thread, touch);
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
  shadow_free(touch.address, touch.bytes, make_access(thread, touch), thread.now);
  begin_epoch(thread);  // no later access repeats this one: says_nothing_new()
}

void touch_atomic(RaceThread& thread, const Touch& touch, AtomicAct act, unsigned order, const AtomicValues* values) {
  if (History* history = only_history(touch.address, touch.bytes)) {
    return touch_one(thread, *history, touch, act, order, values);
  }
  touch_several(thread, touch, act, order, values);
}

void touch_old_store(RaceThread& thread, const Touch& touch, AtomicAct act, unsigned order,
                     const OldStoreClocks& clocks) {
  const bool releases = order_releases(order);
  if (act != AtomicAct::store) load_clock(thread, *clocks.read, order_acquires(order));
  touch_memory(thread, touch);
  if (clocks.made == nullptr) return;
  if (act == AtomicAct::store) {
    store_clock(thread, *clocks.made, releases);
  } else {
    continue_clock(thread, *clocks.made, releases);
  }
  if (releases) begin_epoch(thread);
}

const Clock* released_at(std::uintptr_t address, std::uint64_t bytes) {
  History* const history = only_history(address, bytes);
  return history == nullptr ? nullptr : &history->rarities().released;
}

bool has_one_history(std::uintptr_t address, std::uint64_t bytes) { return only_history(address, bytes) != nullptr; }

bool knows_plain_writes(const RaceThread& thread, std::uintptr_t address, std::uint64_t bytes) {
  bool known = true;
  each_history(address, bytes,
               [&](History& history, std::uintptr_t) { known = known && history.write.before(thread.now); });
  return known;
}

void release_deferred(RaceThread& thread) {
  RareHistory* const to = thread.deferred.to;
  thread.deferred.to = nullptr;
  if (to != nullptr && to->stores == thread.deferred.stores) to->released.join(thread.deferred.clock);
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
