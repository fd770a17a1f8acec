// ElfFile: the sections of a 64-bit ELF file, by name and by address. Whatever the file says, nothing outside of it is
// read.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace sleave {

class ElfFile {
 public:
  struct Section {
    std::uint64_t address = 0;
    std::span<const std::byte> bytes;  // as long as the ElfFile lives
  };

  static Result<ElfFile> open(const std::string& path);
  ~ElfFile();
  ElfFile(ElfFile&& other) noexcept;
  ElfFile& operator=(ElfFile&&) = delete;

  // Of the sections that have bytes in the file.
  [[nodiscard]] std::optional<Section> section(std::string_view name) const;

  // The text at an address of the loaded program, up to its zero byte; empty if there is none.
  [[nodiscard]] std::string text_at(std::uint64_t address) const;

  // Of the note that the linker wrote; empty if there is none.
  [[nodiscard]] std::span<const std::byte> build_id() const;

 private:
  explicit ElfFile(std::span<const std::byte> file) : file_(file) {}
  [[nodiscard]] std::span<const std::byte> part(std::uint64_t offset, std::uint64_t bytes) const;
  [[nodiscard]] std::optional<Elf64_Shdr> header(std::size_t index) const;
  [[nodiscard]] std::size_t count() const;

  std::span<const std::byte> file_;
};

}  // namespace sleave
