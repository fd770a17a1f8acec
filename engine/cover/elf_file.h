// ElfFile: the sections of a 64-bit ELF file, by name and by address. Whatever the file says, nothing outside of it is
// read.
#pragma once

#include <libelf.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

namespace sleave {

class ElfFile {
 public:
  struct Section {
    std::uint64_t address = 0;
    std::span<const std::byte> bytes;  // as long as the ElfFile lives
  };

  static Result<ElfFile> open(const std::string& path);

  // Of the sections that have bytes in the file.
  [[nodiscard]] std::optional<Section> section(std::string_view name) const;

  // The text at an address of the loaded program, up to its zero byte; empty if there is none.
  [[nodiscard]] std::string text_at(std::uint64_t address) const;

  // Of the note that the linker wrote; empty if there is none.
  [[nodiscard]] std::span<const std::byte> build_id() const;

 private:
  struct Close {
    void operator()(Elf* elf) const { ::elf_end(elf); }
  };
  ElfFile(Descriptor file, std::unique_ptr<Elf, Close> elf) : file_(std::move(file)), elf_(std::move(elf)) {}

  Descriptor file_;
  std::unique_ptr<Elf, Close> elf_;
};

}  // namespace sleave
