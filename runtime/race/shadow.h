// The cells of all memory that was touched, by address.
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"
#include "runtime/race/cell.h"
#include "runtime/race/known_bytes.h"
#include "runtime/race/known_words.h"

namespace sleave::rt {

// The unit in which shadow memory is made: small, because every run starts without any and pays for each page it
// touches.
constexpr std::uint64_t kShadowPageBytes = 512;

struct ShadowCells {
  KnownBytes known[kShadowPageBytes / kCellBytes];
  Cell cells[kShadowPageBytes / kCellBytes];
};

struct ShadowPage {
  std::uint64_t key;  // shadow_key() of its addresses; 0: free entry
  ShadowCells* shadow;
};

constexpr std::uint64_t cell_index(std::uintptr_t address) { return address % kShadowPageBytes / kCellBytes; }

constexpr std::uint64_t shadow_key(std::uintptr_t address) { return address / kShadowPageBytes + 1; }

// Recently used pages, by their keys: loops use a few at a time.
constexpr std::uint64_t kRecentPages = 128;
SLEAVE_HIDDEN extern ShadowPage recent_pages[kRecentPages];

// The page with this key; made if there is none yet.
const ShadowPage& shadow_page(std::uint64_t key);

// The cells of the page that contains `address`; made if there are none yet. They stay where they are.
inline ShadowCells& shadow_cells(std::uintptr_t address) {
  const std::uint64_t key = shadow_key(address);
  ShadowPage& recent = recent_pages[key % kRecentPages];
  if (__builtin_expect(recent.key != key, 0)) recent = shadow_page(key);
  return *recent.shadow;
}

// The cell that contains `address`, to be changed.
inline Cell& shadow_cell(std::uintptr_t address) {
  ShadowCells& page = shadow_cells(address);
  page.known[cell_index(address)].forget();
  forget_known_word(address);
  return page.cells[cell_index(address)];
}

// Forgets everything about these bytes: their memory is allocated again.
void shadow_forget(std::uintptr_t address, std::uint64_t bytes);

// A block of memory dies by `access`: a write of all its bytes, which may race. Cells of a large block that nobody
// touched yet are not made; they come to life with this write.
void shadow_free(std::uintptr_t address, std::uint64_t bytes, Access access, const Clock& now);

// Calls visit(Cell&, KnownBytes&, first byte, count of bytes, address) for each cell of the range.
template <typename Visit>
void shadow_each_known(std::uintptr_t address, std::uint64_t bytes, Visit visit) {
  const std::uintptr_t end = address + bytes;
  while (address != end) {
    ShadowCells& page = shadow_cells(address);
    const std::uint64_t room = kShadowPageBytes - address % kShadowPageBytes;
    const std::uintptr_t page_end = end - address < room ? end : address + room;
    while (address != page_end) {
      const auto first = static_cast<unsigned>(address % kCellBytes);
      const std::uint64_t left = page_end - address;
      const unsigned count = left < kCellBytes - first ? static_cast<unsigned>(left) : kCellBytes - first;
      const std::uint64_t index = cell_index(address);
      visit(page.cells[index], page.known[index], first, count, address);
      address += count;
    }
  }
}

// The same without KnownBytes, which are forgotten: for everything but plain accesses.
template <typename Visit>
void shadow_each(std::uintptr_t address, std::uint64_t bytes, Visit visit) {
  shadow_each_known(address, bytes, [&](Cell& cell, KnownBytes& known, unsigned first, unsigned count, auto at) {
    known.forget();
    forget_known_word(at);
    visit(cell, first, count, at);
  });
}

}  // namespace sleave::rt
