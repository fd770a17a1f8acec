// Eight bytes of the program. As long as they are only touched together they share one history; bytes that are touched
// apart get histories of their own, so that accesses of mixed sizes are exact: neighbors never look like a conflict,
// and overlapping ones always do.
#pragma once

#include <cstdint>

#include "runtime/race/history.h"

namespace sleave::rt {

constexpr unsigned kCellBytes = 8;

// Bytes [first, first + count) of a cell as a set of bits.
constexpr unsigned byte_set(unsigned first, unsigned count) { return ((1u << count) - 1) << first; }

// The histories of a cell's bytes: byte i has part owner[i], part p has the bytes of the set bytes[p], at least one.
struct CellParts {
  std::uint8_t owner[kCellBytes];
  std::uint8_t bytes[kCellBytes];
  std::uint32_t count;
  std::uint32_t capacity;
  History* parts;
};

// Zeroed memory is a cell that was never touched.
struct Cell {
  History whole;     // while `split` is null
  CellParts* split;  // kept once made

  // The history of these bytes and no others; null if there is none.
  [[nodiscard]] History* of_exactly(unsigned first, unsigned count) {
    if (split == nullptr) return count == kCellBytes ? &whole : nullptr;
    const unsigned part = split->owner[first];
    return split->bytes[part] == byte_set(first, count) ? &split->parts[part] : nullptr;
  }

  // Separates bytes [first, first + count) from those they share a history with.
  void isolate(unsigned first, unsigned count);

  // All eight bytes have just been written by this access: one history again.
  void unite(Access write);

  // Calls visit(History&, first byte it is for) for every history of bytes [first, first + count).
  template <typename Visit>
  void each(unsigned first, unsigned count, Visit visit) {
    if (History* only = of_exactly(first, count)) return visit(*only, first);
    isolate(first, count);
    unsigned done = 0;  // a bit for each part
    for (unsigned i = first; i < first + count; ++i) {
      const unsigned part = split->owner[i];
      if ((done >> part & 1) != 0) continue;
      done |= 1u << part;
      visit(split->parts[part], i);
    }
  }
};

}  // namespace sleave::rt
