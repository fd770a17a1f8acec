#include "engine/cover/elf_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/base/descriptor.h"
#include "engine/base/file.h"

namespace sleave {
namespace {

template <typename T>
T read_as(std::span<const std::byte> bytes) {
  T value{};
  if (bytes.size() >= sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::string text_in(std::span<const std::byte> bytes) {
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  return {text, ::strnlen(text, bytes.size())};
}

}  // namespace

Result<ElfFile> ElfFile::open(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return file_error("cannot open", path, errno);
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return file_error("cannot read", path, errno);
  const auto bytes = static_cast<std::size_t>(status.st_size);
  if (bytes < sizeof(Elf64_Ehdr)) return Error{Tier::environment, path + " is not a program"};
  void* memory = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (memory == MAP_FAILED) return file_error("cannot map", path, errno);
  ElfFile elf({static_cast<const std::byte*>(memory), bytes});
  const auto header = read_as<Elf64_Ehdr>(elf.file_);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) {
    return Error{Tier::environment, path + " is not a 64-bit program"};
  }
  return elf;
}

ElfFile::ElfFile(ElfFile&& other) noexcept : file_(std::exchange(other.file_, {})) {}

ElfFile::~ElfFile() {
  if (!file_.empty()) ::munmap(const_cast<std::byte*>(file_.data()), file_.size());
}

std::span<const std::byte> ElfFile::part(std::uint64_t offset, std::uint64_t bytes) const {
  if (offset > file_.size() || bytes > file_.size() - offset) return {};
  return file_.subspan(offset, bytes);
}

std::size_t ElfFile::count() const { return read_as<Elf64_Ehdr>(file_).e_shnum; }

std::optional<Elf64_Shdr> ElfFile::header(std::size_t index) const {
  const auto file = read_as<Elf64_Ehdr>(file_);
  const std::span<const std::byte> bytes = part(file.e_shoff, std::uint64_t{file.e_shnum} * sizeof(Elf64_Shdr));
  if (file.e_shentsize != sizeof(Elf64_Shdr) || index >= bytes.size() / sizeof(Elf64_Shdr)) return std::nullopt;
  return read_as<Elf64_Shdr>(bytes.subspan(index * sizeof(Elf64_Shdr)));
}

std::optional<ElfFile::Section> ElfFile::section(std::string_view name) const {
  const std::optional<Elf64_Shdr> names = header(read_as<Elf64_Ehdr>(file_).e_shstrndx);
  if (!names) return std::nullopt;
  const std::span<const std::byte> texts = part(names->sh_offset, names->sh_size);
  for (std::size_t i = 1; i < count(); ++i) {
    const std::optional<Elf64_Shdr> one = header(i);
    if (!one || one->sh_type == SHT_NOBITS || one->sh_name >= texts.size()) continue;
    if (text_in(texts.subspan(one->sh_name)) == name) return Section{one->sh_addr, part(one->sh_offset, one->sh_size)};
  }
  return std::nullopt;
}

std::string ElfFile::text_at(std::uint64_t address) const {
  for (std::size_t i = 1; i < count(); ++i) {
    const std::optional<Elf64_Shdr> one = header(i);
    if (!one || one->sh_type == SHT_NOBITS || (one->sh_flags & SHF_ALLOC) == 0) continue;
    const std::span<const std::byte> bytes = part(one->sh_offset, one->sh_size);
    if (address >= one->sh_addr && address - one->sh_addr < bytes.size()) {
      return text_in(bytes.subspan(address - one->sh_addr));
    }
  }
  return "";
}

std::span<const std::byte> ElfFile::build_id() const {
  const std::optional<Section> note = section(".note.gnu.build-id");
  if (!note) return {};
  const auto header = read_as<Elf64_Nhdr>(note->bytes);
  const std::size_t begin = sizeof header + (std::size_t{header.n_namesz} + 3) / 4 * 4;
  if (begin > note->bytes.size() || header.n_descsz > note->bytes.size() - begin) return {};
  return note->bytes.subspan(begin, header.n_descsz);
}

}  // namespace sleave
