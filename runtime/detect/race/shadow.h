// The cells of all memory that was touched, by address.
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"
#include "runtime/detect/race/cell.h"

namespace sleave::rt {

// The unit in which shadow memory is made: small, because every run starts without any and pays for each page it
// touches.
constexpr std::uint64_t kShadowPageBytes = 512;

struct ShadowPage {
  std::uint64_t key;  // shadow_key() of its addresses; 0: free entry
  Cell* cells;
};

constexpr std::uint64_t shadow_key(std::uintptr_t address) { return address / kShadowPageBytes + 1; }

// Pages used of late, by their keys: loops go over a few at a time.
constexpr std::uint64_t kRecentPages = 128;
SLEAVE_HIDDEN extern ShadowPage recent_pages[kRecentPages];

// The page with this key; made if there is none yet.
const ShadowPage& shadow_page(std::uint64_t key);

// The cell that contains `address`; made if there is none yet.
inline Cell& shadow_cell(std::uintptr_t address) {
  const std::uint64_t key = shadow_key(address);
  ShadowPage& recent = recent_pages[key % kRecentPages];
  if (__builtin_expect(recent.key != key, 0)) recent = shadow_page(key);
  return recent.cells[address % kShadowPageBytes / kCellBytes];
}

// Forgets everything about these bytes: memory that comes into being anew.
void shadow_forget(std::uintptr_t address, std::uint64_t bytes);

// A block of memory dies by `access`: a write of all its bytes. Calls `found` for each earlier access that races with
// it, with the address. Cells of a large block that nobody touched yet are not made; they come to life with this write.
void shadow_free(std::uintptr_t address, std::uint64_t bytes, Access access, const Clock& now,
                 void (*found)(Access earlier, std::uintptr_t address));

// Calls visit(Cell&, first byte, count of bytes, address) for each cell of the range.
template <typename Visit>
void shadow_each(std::uintptr_t address, std::uint64_t bytes, Visit visit) {
  while (bytes != 0) {
    const auto first = static_cast<unsigned>(address % kCellBytes);
    const unsigned room = kCellBytes - first;
    const unsigned count = bytes < room ? static_cast<unsigned>(bytes) : room;
    visit(shadow_cell(address), first, count, address);
    address += count;
    bytes -= count;
  }
}

}  // namespace sleave::rt
