// Functions, inline chains and lines of one module, from its DWARF (versions 4 and 5).
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <vector>

#include "engine/find/finding.h"

namespace sleave {

class DwarfCode {
 public:
  // `dwarf` must outlive this object; null: nothing is known. Reads only the list of compilation units.
  explicit DwarfCode(Dwarf* dwarf);

  // Frames at a code address, innermost inline first; file and line are filled in, module and offset are not. A frame's
  // function is empty where the unit has lines only. Empty if no unit covers the address.
  Stack frames(std::uint64_t address);

 private:
  // clang writes no .debug_aranges, and libdw's own search needs it; so the ranges are collected here.
  struct UnitRange {
    std::uint64_t low, high;
    Dwarf_Off unit;
  };

  Dwarf* dwarf_;
  std::vector<UnitRange> units_;  // sorted by low
};

}  // namespace sleave
