// Functions, inline chains and lines of one module, from its DWARF (versions 4 and 5).
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/find/symbols/frame.h"

namespace sleave {

// Readable name of a function or of an inlined call of it.
std::string function_name(Dwarf_Die* function);

// The file with the declaration; relative if the compiler was given a relative name.
std::string declared_in(Dwarf_Die* die);

class DwarfCode {
 public:
  // `dwarf` must outlive this object; null: nothing is known. Reads only the list of compilation units.
  explicit DwarfCode(Dwarf* dwarf);

  // Frames at a code address, innermost inline first; file and line are filled in, module and offset are not. A frame's
  // function is empty where the unit has lines only. Empty if no unit covers the address.
  Stack frames(std::uint64_t address);

  // The function whose code is at the address, not what is inlined into it. False if unknown.
  bool function(std::uint64_t address, Dwarf_Die* function);

 private:
  bool unit(std::uint64_t address, Dwarf_Die* unit);

  // clang writes no .debug_aranges, and libdw's own search needs it; so the ranges are collected here.
  struct UnitRange {
    std::uint64_t low, high;
    Dwarf_Off unit;
  };

  Dwarf* dwarf_;
  std::vector<UnitRange> units_;  // sorted by low
};

}  // namespace sleave
