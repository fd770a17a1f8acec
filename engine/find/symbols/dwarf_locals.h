// Local variables and parameters that live in memory, from DWARF: which of them is where in a function's frame.
//
// Only frames with a frame pointer are understood, because it is all that a trace knows of a frame; where the prologue
// aligns the stack pointer, that follows from it (aligned_frame.h). A function whose variables are addressed from
// another register gives none: a wrong name would be worse than none.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/find/symbols/aligned_frame.h"
#include "engine/find/symbols/dwarf_code.h"
#include "engine/find/symbols/variable.h"

namespace sleave {

// The machine code at an address, up to the end of its section; empty if there is none.
using CodeBytes = std::function<std::span<const std::uint8_t>(std::uint64_t address)>;

class DwarfLocals {
 public:
  // All must outlive this object. `cfi` describes where frames begin, for compilers that refer to it; may be null. Its
  // addresses are those of DWARF plus `cfi_shift`.
  DwarfLocals(Dwarf* dwarf, DwarfCode& code, Dwarf_CFI* cfi, std::uint64_t cfi_shift, CodeBytes bytes)
      : dwarf_(dwarf), code_(code), cfi_(cfi), cfi_shift_(cfi_shift), bytes_(std::move(bytes)) {}

  // The variable that covers the byte at `distance` from the frame pointer while the code at `address` runs; of
  // `frame_pointer` only the low bits count. Compilers lose track of a variable now and then though its place stays
  // reserved; so one that is not said to be there at `address` counts too, if it is the only one that is ever there.
  bool find(std::uint64_t address, std::uint64_t frame_pointer, std::int64_t distance, LocalVariable& local);

 private:
  struct Slot {
    std::int64_t begin;
    bool from_aligned;  // `begin` counts from the aligned stack pointer, not from the frame pointer
    std::uint64_t size;
    int certainty;
    Dwarf_Off variable, scope;  // scope: function, or inlined call of one
  };
  struct Function {
    std::vector<Slot> slots;  // inner scopes after outer ones
    std::optional<AlignedFrame> aligned;
  };
  struct Search;

  const Function& function(std::uint64_t address);
  void collect(Search& search, Dwarf_Die* parent, Dwarf_Off scope, bool inside);

  Dwarf* dwarf_;
  DwarfCode& code_;
  Dwarf_CFI* cfi_;
  std::uint64_t cfi_shift_;
  CodeBytes bytes_;
  std::map<std::uint64_t, Function> functions_;  // by code address
};

}  // namespace sleave
