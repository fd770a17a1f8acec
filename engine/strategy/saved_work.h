// Work that is still to do, as a strategy hands it to the disk piece by piece.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/result.h"

namespace sleave {

struct SavedWork {
  std::uint64_t id = 0;
  std::vector<std::uint8_t> bytes;
  std::uint32_t items = 0;  // in it; not known where it was loaded from the disk
  double weight = 0;        // their shares of the space, likewise
};

// Since the last time: pieces that are new, or different, then pieces that are no more. What is removed never comes
// back.
struct WorkChanges {
  std::vector<SavedWork> kept;
  std::vector<std::uint64_t> removed;
};

// Who has work in pieces.
class StoredWork {
 public:
  virtual ~StoredWork() = default;
  // Since the last call.
  virtual WorkChanges changes() = 0;
  virtual Status load_work(const std::vector<SavedWork>& pieces) = 0;
};

}  // namespace sleave
