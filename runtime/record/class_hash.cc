#include "runtime/record/class_hash.h"

#include "runtime/base/arena.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/record/site.h"
#include "runtime/sched/thread.h"

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
  std::uint64_t at = mix(location) & (capacity - 1);
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
std::uint64_t depend(Cell& cell, Effect effect) {
  return effect == Effect::read ? cell.write : mix(cell.write, cell.reads);
}

void leave_mark(Cell& cell, Effect effect, std::uint64_t h) {
  if (effect == Effect::read) {
    cell.reads += mix(h);
  } else {
    cell.write = h;
    cell.reads = 0;
  }
}

}  // namespace

void class_hash_add(const Happening& happening, sleave_location location) {
  Thread& self = *g.current;
  std::uint64_t h = mix(self.last_hash, self.path_hash + self.events);
  h = mix(h, static_cast<std::uint64_t>(happening.kind) | static_cast<std::uint64_t>(happening.flags) << 8);
  if (happening.subject != nullptr) {
    Thread& other = *happening.subject;
    h = mix(h, other.path_hash);
    if (happening.kind == SLEAVE_EV_thread_join) h = mix(h, other.last_hash);
    if (happening.kind == SLEAVE_EV_thread_create) other.last_hash = h;
  } else if (happening.effect != Effect::none && location != 0) {
    const sleave_location second = happening.second != nullptr ? location_of(happening.second) : 0;
    h = mix(h, location);
    Cell& cell = cell_at(location);
    h = mix(h, depend(cell, happening.effect));
    if (second == 0) {
      leave_mark(cell, happening.effect, h);
    } else {  // whose cell may make the table grow
      h = mix(h, depend(cell_at(second), Effect::write));
      leave_mark(cell_at(location), happening.effect, h);
      leave_mark(cell_at(second), Effect::write, h);
    }
  }
  self.last_hash = h;
  total += mix(h);
}

std::uint64_t class_hash_total() { return total; }

}  // namespace sleave::rt
