// Local variables and parameters that live in memory, from DWARF: which of them is where in a function's frame.
//
// Only frames with a frame pointer are understood, because it is all that a trace knows of a frame. A function whose
// variables hang on another register gives none: a wrong name would be worse than none.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <vector>

#include "engine/find/symbols/dwarf_code.h"
#include "engine/find/symbols/variable.h"

namespace sleave {

class DwarfLocals {
 public:
  // All must outlive this object. `cfi` says where frames begin, for compilers that leave it to that; may be null. Its
  // addresses are those of DWARF plus `cfi_shift`.
  DwarfLocals(Dwarf* dwarf, DwarfCode& code, Dwarf_CFI* cfi, std::uint64_t cfi_shift)
      : dwarf_(dwarf), code_(code), cfi_(cfi), cfi_shift_(cfi_shift) {}

  // The variable that covers the byte at `distance` from the frame pointer while the code at `address` runs. Compilers
  // lose track of a variable now and then though its place stays reserved; so one that is not said to be there at
  // `address` counts too, if it is the only one that is ever there.
  bool find(std::uint64_t address, std::int64_t distance, LocalVariable& local);

 private:
  struct Slot {
    std::int64_t begin;
    std::uint64_t size;
    int certainty;
    Dwarf_Off variable, scope;  // scope: function, or inlined call of one
  };
  struct Search;

  const std::vector<Slot>& slots(std::uint64_t address);
  void collect(Search& search, Dwarf_Die* parent, Dwarf_Off scope, bool inside);

  Dwarf* dwarf_;
  DwarfCode& code_;
  Dwarf_CFI* cfi_;
  std::uint64_t cfi_shift_;
  std::map<std::uint64_t, std::vector<Slot>> slots_;  // by code address; inner scopes after outer ones
};

}  // namespace sleave
