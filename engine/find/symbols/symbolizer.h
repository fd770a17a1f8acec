// Symbolizer: from module and offset to function, file and line, through DWARF read by libdw.
//
// One object serves any number of traces of the same target; it keeps modules open and caches results.
// Not thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/find/symbols/frame.h"
#include "engine/find/symbols/module_symbols.h"
#include "engine/trace/trace.h"

namespace sleave {

class Symbolizer {
 public:
  Symbolizer();
  ~Symbolizer();
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;

  // Frames of one code address, innermost inline first; one frame with what is known if there is no DWARF. `site` is a
  // return address unless `exact`.
  Stack frames(const Trace& trace, sleave_site site, bool exact = false);

  // A whole stack. The first site is taken as exact if `exact_top` (a faulting instruction).
  Stack stack(const Trace& trace, std::uint32_t stack, bool exact_top = false);

  // The global or static variable at an address of a module.
  std::optional<Variable> variable(const Trace& trace, std::uint32_t module, std::uint64_t offset);

  // The local variable or parameter at `location` in the frame of the function that `site`, a return address, leads
  // back to. `frame_pointer` is that frame's.
  std::optional<LocalVariable> local(const Trace& trace, sleave_site site, sleave_location frame_pointer,
                                     sleave_location location);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sleave
