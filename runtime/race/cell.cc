#include "runtime/race/cell.h"

namespace sleave::rt {

namespace {

CellParts* make_parts(const History& whole) {
  auto* made = arena_new<CellParts>();
  made->capacity = 2;
  made->parts = static_cast<History*>(arena_allocate(made->capacity * sizeof(History)));
  made->parts[0] = whole;
  made->bytes[0] = byte_set(0, kCellBytes);
  made->count = 1;
  return made;
}

std::uint8_t add_part(CellParts& cell, const History& history) {
  if (cell.count == cell.capacity) {
    cell.capacity *= 2;
    auto* bigger = static_cast<History*>(arena_allocate(cell.capacity * sizeof(History)));
    for (std::uint32_t i = 0; i < cell.count; ++i) bigger[i] = cell.parts[i];
    cell.parts = bigger;
  }
  cell.parts[cell.count] = history;
  return static_cast<std::uint8_t>(cell.count++);
}

}  // namespace

void Cell::isolate(unsigned first, unsigned count) {
  if (split == nullptr) split = make_parts(whole);
  CellParts& cell = *split;
  const std::uint32_t before = cell.count;
  const unsigned wanted = byte_set(first, count);
  for (std::uint32_t part = 0; part < before; ++part) {
    const unsigned inside = cell.bytes[part] & wanted;
    if (inside == 0 || inside == cell.bytes[part]) continue;
    const std::uint8_t fresh = add_part(cell, cell.parts[part].copy());
    cell.bytes[part] = static_cast<std::uint8_t>(cell.bytes[part] & ~inside);
    cell.bytes[fresh] = static_cast<std::uint8_t>(inside);
    for (unsigned i = first; i < first + count; ++i) {
      if (cell.owner[i] == part) cell.owner[i] = fresh;
    }
  }
}

void Cell::unite(Access write) {
  if (split == nullptr || split->count == 1) return;
  split->parts[0] = {write, Access(), split->parts[0].rare};  // which the write has emptied
  split->count = 1;
  split->bytes[0] = byte_set(0, kCellBytes);
  for (std::uint8_t& owner : split->owner) owner = 0;
}

}  // namespace sleave::rt
