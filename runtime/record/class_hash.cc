#include "runtime/record/class_hash.h"

#include "runtime/base/arena.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

// What happened at a location: the last write, and the sum of the reads since (a sum, because reads commute).
struct Cell {
  sleave_location location;  // 0: free
  std::uint64_t write;
  std::uint64_t reads;
};

// Open addressing, at most half full. Small at first: a forked run pays for every page it touches.
Cell* cells;
std::uint64_t capacity;
std::uint64_t used;
std::uint64_t total;

Cell& slot_for(sleave_location location) {
  std::uint64_t at = fold(location, 0) & (capacity - 1);
  while (cells[at].location != 0 && cells[at].location != location) at = (at + 1) & (capacity - 1);
  return cells[at];
}

__attribute__((noinline)) void grow() {
  Cell* old = cells;
  const std::uint64_t old_capacity = capacity;
  capacity = capacity == 0 ? 64 : capacity * 2;
  cells = static_cast<Cell*>(arena_allocate(capacity * sizeof(Cell)));
  for (std::uint64_t i = 0; i < old_capacity; ++i) {
    if (old[i].location != 0) slot_for(old[i].location) = old[i];
  }
}

inline Cell& cell_at(sleave_location location) {
  if (__builtin_expect(used * 2 >= capacity, 0)) grow();
  Cell& cell = slot_for(location);
  if (cell.location == 0) {
    cell.location = location;
    ++used;
  }
  return cell;
}

// What an event with this effect depends on at the cell.
std::uint64_t depend(const Cell& cell, Effect effect) {
  return effect == Effect::read ? cell.write : cell.write + (cell.reads << 1 | cell.reads >> 63);
}

void leave_mark(Cell& cell, Effect effect, std::uint64_t h) {
  if (effect == Effect::read) {
    cell.reads += h;
  } else {
    cell.write = h;
    cell.reads = 0;
  }
}

std::uint64_t with_thread(std::uint64_t h, const EventRecord& event_record) {
  Thread& other = *event_record.subject;
  h = fold(h, other.path_hash);
  if (event_record.kind == SLEAVE_EV_thread_join) h = fold(h, other.last_hash);
  if (event_record.kind == SLEAVE_EV_thread_create) other.last_hash = h;
  return h;
}

std::uint64_t with_two_objects(std::uint64_t h, Effect effect, sleave_location location, sleave_location second) {
  h = fold(h, depend(cell_at(second), Effect::write));  // whose cell may make the table grow
  leave_mark(cell_at(location), effect, h);
  leave_mark(cell_at(second), Effect::write, h);
  return h;
}

std::uint64_t with_object(std::uint64_t h, const EventRecord& event_record, sleave_location location) {
  const sleave_location second = event_record.second != nullptr ? location_of(event_record.second) : 0;
  Cell& cell = cell_at(location);
  h = fold(h ^ location, depend(cell, event_record.effect));
  if (__builtin_expect(second != 0, 0)) return with_two_objects(h, event_record.effect, location, second);
  leave_mark(cell, event_record.effect, h);
  return h;
}

}  // namespace

void class_hash_add(const EventRecord& event_record, sleave_location location) {
  Thread& self = *runtime.current;
  const std::uint64_t what =
      static_cast<std::uint64_t>(event_record.kind) << 48 | static_cast<std::uint64_t>(event_record.flags) << 56;
  std::uint64_t h = fold(self.last_hash ^ what, self.path_hash + self.events);
  if (__builtin_expect(event_record.kind == SLEAVE_EV_client_choice, 0)) h = fold(h, event_record.value);
  if (__builtin_expect(event_record.store != 0, 0)) h = fold(h, event_record.store);
  if (__builtin_expect(event_record.subject != nullptr, 0)) {
    h = with_thread(h, event_record);
  } else if (event_record.effect != Effect::none && location != 0) {
    h = with_object(h, event_record, location);
  }
  self.last_hash = h;
  total += h;
}

std::uint64_t class_hash_total() { return total; }

}  // namespace sleave::rt
