#include "runtime/detect/race/shadow.h"

#include <string.h>

#include "runtime/base/random.h"

namespace sleave::rt {

namespace {

// A page is the unit in which shadow memory is made: small, because every run starts without any and pays for each
// page it touches.
constexpr std::uint64_t kPageBytes = 512;
constexpr std::uint64_t kPageCells = kPageBytes / kCellBytes;

struct Page {
  std::uint64_t number;  // address / kPageBytes; 0: free entry
  Cell* cells;
};

Page* pages;  // open addressing, at most half full
std::uint64_t capacity;
std::uint64_t used;
Page last;  // accesses cluster

struct FreedRange {
  std::uintptr_t begin;
  std::uintptr_t end;
  Access access;
};
ArenaArray<FreedRange> freed;

Page& place_of(std::uint64_t number) {
  std::uint64_t at = mix(number) & (capacity - 1);
  while (pages[at].number != 0 && pages[at].number != number) at = (at + 1) & (capacity - 1);
  return pages[at];
}

void grow() {
  Page* old = pages;
  const std::uint64_t old_capacity = capacity;
  capacity = capacity == 0 ? 64 : capacity * 2;
  pages = static_cast<Page*>(arena_allocate(capacity * sizeof(Page)));
  for (std::uint64_t i = 0; i < old_capacity; ++i) {
    if (old[i].number != 0) place_of(old[i].number) = old[i];
  }
}

void write_bytes(Cell& cell, unsigned first, unsigned count, Access access) {
  cell.each(first, count, [access](History& history, unsigned) { history = {access, {}, nullptr}; });
}

// A page that is made after large blocks in it died: their bytes begin with that write.
void begin_with_frees(const Page& page) {
  const std::uintptr_t begin = page.number * kPageBytes;
  for (const FreedRange& range : freed) {
    for (std::uintptr_t at = begin; at < begin + kPageBytes; at += kCellBytes) {
      const std::uintptr_t from = at > range.begin ? at : range.begin;
      const std::uintptr_t to = at + kCellBytes < range.end ? at + kCellBytes : range.end;
      if (from >= to) continue;
      write_bytes(page.cells[(at - begin) / kCellBytes], static_cast<unsigned>(from - at),
                  static_cast<unsigned>(to - from), range.access);
    }
  }
}

Page& page_of(std::uint64_t number) {
  if (used * 2 >= capacity) grow();
  Page& page = place_of(number);
  if (page.number != 0) return page;
  ++used;
  page = {number, static_cast<Cell*>(arena_allocate(kPageCells * sizeof(Cell)))};
  if (freed.size() != 0) begin_with_frees(page);
  return page;
}

bool has_page(std::uint64_t number) { return capacity != 0 && place_of(number).number != 0; }

// Calls visit(address, bytes) for the parts of the range that have a page. By whichever are fewer: the range's pages,
// or all there are.
template <typename Visit>
void each_page(std::uintptr_t address, std::uint64_t bytes, Visit visit) {
  const std::uintptr_t end = address + bytes;
  const auto part = [&](std::uint64_t number) {
    const std::uintptr_t from = number * kPageBytes > address ? number * kPageBytes : address;
    const std::uintptr_t to = (number + 1) * kPageBytes < end ? (number + 1) * kPageBytes : end;
    if (from < to) visit(from, to - from);
  };
  if (bytes / kPageBytes > capacity) {
    for (std::uint64_t i = 0; i < capacity; ++i) {
      if (pages[i].number != 0) part(pages[i].number);
    }
    return;
  }
  for (std::uint64_t number = address / kPageBytes; number * kPageBytes < end; ++number) {
    if (has_page(number)) part(number);
  }
}

}  // namespace

Cell& shadow_cell(std::uintptr_t address) {
  const std::uint64_t number = address / kPageBytes;
  if (last.number != number) last = page_of(number);
  return last.cells[address % kPageBytes / kCellBytes];
}

void shadow_forget(std::uintptr_t address, std::uint64_t bytes) {
  for (std::size_t i = freed.size(); i-- > 0;) {
    if (freed[i].begin < address + bytes && address < freed[i].end) freed.remove(i);
  }
  each_page(address, bytes, [](std::uintptr_t part, std::uint64_t part_bytes) {
    shadow_each(part, part_bytes, [](Cell& cell, unsigned first, unsigned count, std::uintptr_t) {
      write_bytes(cell, first, count, {});
    });
  });
}

void shadow_free(std::uintptr_t address, std::uint64_t bytes, Access access, const Clock& now,
                 void (*found)(Access earlier, std::uintptr_t address)) {
  constexpr std::uint64_t kLarge = 4096;
  const auto write = [&](std::uintptr_t from, std::uint64_t part_bytes) {
    shadow_each(from, part_bytes, [&](Cell& cell, unsigned first, unsigned count, std::uintptr_t at) {
      cell.each(first, count, [&](History& history, unsigned byte) {
        const Access race = plain_write(history, access, now);
        if (!race.none()) found(race, at - first + byte);
      });
    });
  };
  if (bytes <= kLarge) return write(address, bytes);
  freed.push({address, address + bytes, access});
  each_page(address, bytes, write);
}

}  // namespace sleave::rt
