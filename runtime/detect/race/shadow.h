// The cells of all memory that was touched, by address.
#pragma once

#include <cstdint>

#include "runtime/detect/race/cell.h"

namespace sleave::rt {

// The cell that contains `address`; made if there is none yet.
Cell& shadow_cell(std::uintptr_t address);

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
