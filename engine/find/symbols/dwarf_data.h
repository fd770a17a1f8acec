// Global and static variables of one module with their members, from its DWARF.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>

#include "engine/find/symbols/variable.h"

namespace sleave {

class DwarfData {
 public:
  // `dwarf` must outlive this object; null: nothing is known. Reads nothing before the first question.
  explicit DwarfData(Dwarf* dwarf) : dwarf_(dwarf) {}

  // The member that holds byte `offset` of the variable that begins at `address`, see member_at(). False if DWARF knows
  // no variable there.
  bool member(std::uint64_t address, std::uint64_t offset, Member& member);

 private:
  void read_variables();

  Dwarf* dwarf_;
  bool read_ = false;
  std::map<std::uint64_t, Dwarf_Off> variables_;  // by address
};

}  // namespace sleave
