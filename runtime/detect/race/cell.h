// Eight bytes of the program. As long as they are only touched together they share one history; bytes that are touched
// apart get histories of their own, so that accesses of mixed sizes are exact: neighbours never look like a conflict,
// and overlapping ones always do.
#pragma once

#include <cstdint>

#include "runtime/detect/race/history.h"

namespace sleave::rt {

constexpr unsigned kCellBytes = 8;

// The histories of a cell's bytes: byte i has part owner[i]. Every part has at least one byte.
struct CellParts {
  std::uint8_t owner[kCellBytes];
  std::uint32_t count;
  std::uint32_t capacity;
  History* parts;
};

// Zeroed memory is a cell that was never touched.
struct Cell {
  History whole;     // while `split` is null
  CellParts* split;  // kept once made

  // Separates bytes [first, first + count) from those they share a history with.
  void isolate(unsigned first, unsigned count);

  // All eight bytes have just been written by this access: one history again.
  void unite(Access write);

  // Calls visit(History&, first byte it is for) for every history of bytes [first, first + count).
  template <typename Visit>
  void each(unsigned first, unsigned count, Visit visit) {
    if (split == nullptr && count == kCellBytes) return visit(whole, 0u);
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
