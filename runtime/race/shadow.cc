#include "runtime/race/shadow.h"

#include <string.h>

#include "runtime/base/random.h"
#include "runtime/race/freed_ranges.h"

namespace sleave::rt {

namespace {

using Page = ShadowPage;
constexpr std::uint64_t kPageBytes = kShadowPageBytes;

Page* pages;  // open addressing, at most half full
std::uint64_t capacity;
std::uint64_t used;

FreedRanges freed;  // larger than kLarge

Page& place_of(std::uint64_t key) {
  std::uint64_t at = mix(key) & (capacity - 1);
  while (pages[at].key != 0 && pages[at].key != key) at = (at + 1) & (capacity - 1);
  return pages[at];
}

void grow() {
  Page* old = pages;
  const std::uint64_t old_capacity = capacity;
  capacity = capacity == 0 ? 64 : capacity * 2;
  pages = static_cast<Page*>(arena_allocate(capacity * sizeof(Page)));
  for (std::uint64_t i = 0; i < old_capacity; ++i) {
    if (old[i].key != 0) place_of(old[i].key) = old[i];
  }
}

void write_bytes(Cell& cell, unsigned first, unsigned count, Access access) {
  cell.each(first, count, [access](History& history, unsigned) { history = {access, {}, nullptr}; });
}

// A page that is made after large blocks in it died: their bytes begin with that write.
void begin_with_frees(const Page& page) {
  const std::uintptr_t begin = (page.key - 1) * kPageBytes;
  freed.each(begin, begin + kPageBytes, [&](std::uintptr_t from, std::uintptr_t to, Access access) {
    while (from < to) {
      const std::uintptr_t cell_end = (from / kCellBytes + 1) * kCellBytes;
      const std::uintptr_t until = cell_end < to ? cell_end : to;
      write_bytes(page.shadow->cells[cell_index(from)], static_cast<unsigned>(from % kCellBytes),
                  static_cast<unsigned>(until - from), access);
      from = until;
    }
  });
}

bool has_page(std::uint64_t key) { return capacity != 0 && place_of(key).key != 0; }

// Calls visit(address, bytes) for the parts of the range that have a page. By whichever are fewer: the range's pages,
// or all there are.
template <typename Visit>
void each_page(std::uintptr_t address, std::uint64_t bytes, Visit visit) {
  const std::uintptr_t end = address + bytes;
  const auto part = [&](std::uint64_t key) {
    const std::uintptr_t begin = (key - 1) * kPageBytes;
    const std::uintptr_t from = begin > address ? begin : address;
    const std::uintptr_t to = begin + kPageBytes < end ? begin + kPageBytes : end;
    if (from < to) visit(from, to - from);
  };
  if (bytes / kPageBytes > capacity) {
    for (std::uint64_t i = 0; i < capacity; ++i) {
      if (pages[i].key != 0) part(pages[i].key);
    }
    return;
  }
  for (std::uint64_t key = shadow_key(address); (key - 1) * kPageBytes < end; ++key) {
    if (has_page(key)) part(key);
  }
}

}  // namespace

ShadowPage recent_pages[kRecentPages];

const ShadowPage& shadow_page(std::uint64_t key) {
  if (used * 2 >= capacity) grow();
  Page& page = place_of(key);
  if (page.key != 0) return page;
  ++used;
  page = {key, static_cast<ShadowCells*>(arena_allocate(sizeof(ShadowCells)))};
  begin_with_frees(page);
  return page;
}

void shadow_forget(std::uintptr_t address, std::uint64_t bytes) {
  freed.forget(address, address + bytes);
  each_page(address, bytes, [](std::uintptr_t part, std::uint64_t part_bytes) {
    shadow_each(part, part_bytes, [](Cell& cell, unsigned first, unsigned count, std::uintptr_t) {
      write_bytes(cell, first, count, {});
    });
  });
}

void shadow_free(std::uintptr_t address, std::uint64_t bytes, Access access, const Clock& now) {
  constexpr std::uint64_t kLarge = 4096;
  const auto write = [&](std::uintptr_t from, std::uint64_t part_bytes) {
    shadow_each(from, part_bytes, [&](Cell& cell, unsigned first, unsigned count, std::uintptr_t at) {
      cell.each(first, count,
                [&](History& history, unsigned byte) { plain_write(history, access, now, at - first + byte); });
    });
  };
  if (bytes <= kLarge) return write(address, bytes);
  freed.add(address, address + bytes, access);
  each_page(address, bytes, write);
}

}  // namespace sleave::rt
