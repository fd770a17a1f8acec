// Work that is still to do, as a strategy hands it to the disk piece by piece.
#pragma once

#include <cstdint>
#include <vector>

namespace sleave {

struct SavedWork {
  std::uint64_t id = 0;
  std::vector<std::uint8_t> bytes;
};

// Since the last time: pieces that are new, or different, then pieces that are no more. What is removed never comes
// back.
struct WorkChanges {
  std::vector<SavedWork> kept;
  std::vector<std::uint64_t> removed;
};

}  // namespace sleave
