// What the runs of a campaign have taken of a program's branches.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/cover/branch_table.h"
#include "engine/cover/side_set.h"

namespace sleave {

struct BranchCoverage {
  BranchTable table;
  std::vector<std::uint8_t> edges;  // of all runs together, as in a trace
  SideSet taken;
  bool every_run = false;  // no run is missing: what a complete search did not take cannot be taken

  [[nodiscard]] std::vector<std::uint32_t> not_taken() const {
    std::vector<std::uint32_t> sides;
    for (std::uint32_t side = 0; side < table.sides().size(); ++side) {
      if (!taken.contains(side)) sides.push_back(side);
    }
    return sides;
  }
};

}  // namespace sleave
