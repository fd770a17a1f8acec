// What one module (executable or shared library) knows about its own addresses, read through libdw from its DWARF, from
// a separate debug file, or from its ELF symbols alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/find/symbols/frame.h"
#include "engine/find/symbols/variable.h"

namespace sleave {

class ModuleSymbols {
 public:
  // Opens `path`. A file that is missing, is not ELF, or has another build-id than `build_id` (where both have one) is
  // as good as a file without symbols: wrong names would be worse than none.
  ModuleSymbols(const std::string& path, std::span<const std::uint8_t> build_id);
  ~ModuleSymbols();
  ModuleSymbols(const ModuleSymbols&) = delete;
  ModuleSymbols& operator=(const ModuleSymbols&) = delete;

  // Address in the file of what was at `offset` from the load address `base`.
  [[nodiscard]] std::uint64_t file_address(std::uint64_t base, std::uint64_t offset) const;

  // Frames at an address of the file, innermost inline first. Empty if nothing at all is known.
  Stack frames(std::uint64_t address);

  // The global or static variable at an address of the file.
  std::optional<Variable> variable(std::uint64_t address);

  // The local variable or parameter at `distance` from the frame pointer while the code at `address` of the file runs.
  // Of `frame_pointer` only the bits that an alignment can clear count.
  std::optional<LocalVariable> local(std::uint64_t address, std::uint64_t frame_pointer, std::int64_t distance);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sleave
