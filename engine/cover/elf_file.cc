#include "engine/cover/elf_file.h"

#include <fcntl.h>
#include <gelf.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/base/file.h"

namespace sleave {
namespace {

std::string text_in(std::span<const std::byte> bytes) {
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  return {text, ::strnlen(text, bytes.size())};
}

// As they are in the file; empty if they are not all there.
std::span<const std::byte> bytes_of(Elf_Scn* section) {
  const Elf_Data* const data = ::elf_rawdata(section, nullptr);
  if (data == nullptr || data->d_buf == nullptr) return {};
  return {static_cast<const std::byte*>(data->d_buf), data->d_size};
}

// Calls `look` for each section with bytes in the file until it returns true.
template <typename Look>
void look_through(Elf* elf, Look look) {
  for (Elf_Scn* section = ::elf_nextscn(elf, nullptr); section != nullptr; section = ::elf_nextscn(elf, section)) {
    GElf_Shdr header{};
    if (::gelf_getshdr(section, &header) == nullptr || header.sh_type == SHT_NOBITS) continue;
    if (look(section, header)) return;
  }
}

}  // namespace

Result<ElfFile> ElfFile::open(const std::string& path) {
  ::elf_version(EV_CURRENT);
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return file_error("cannot open", path, errno);
  std::unique_ptr<Elf, Close> elf(::elf_begin(file.get(), ELF_C_READ_MMAP, nullptr));
  if (elf == nullptr || ::elf_kind(elf.get()) != ELF_K_ELF || ::gelf_getclass(elf.get()) != ELFCLASS64) {
    return Error{Tier::environment, path + " is not a 64-bit program"};
  }
  return ElfFile(std::move(file), std::move(elf));
}

std::optional<ElfFile::Section> ElfFile::section(std::string_view name) const {
  std::size_t names = 0;
  if (::elf_getshdrstrndx(elf_.get(), &names) != 0) return std::nullopt;
  std::optional<Section> found;
  look_through(elf_.get(), [&](Elf_Scn* section, const GElf_Shdr& header) {
    const char* const text = ::elf_strptr(elf_.get(), names, header.sh_name);
    if (text == nullptr || text != name) return false;
    found = Section{header.sh_addr, bytes_of(section)};
    return true;
  });
  return found;
}

std::string ElfFile::text_at(std::uint64_t address) const {
  std::string text;
  look_through(elf_.get(), [&](Elf_Scn* section, const GElf_Shdr& header) {
    if ((header.sh_flags & SHF_ALLOC) == 0 || address < header.sh_addr) return false;
    const std::span<const std::byte> bytes = bytes_of(section);
    if (address - header.sh_addr >= bytes.size()) return false;
    text = text_in(bytes.subspan(address - header.sh_addr));
    return true;
  });
  return text;
}

std::span<const std::byte> ElfFile::build_id() const {
  const std::optional<Section> note = section(".note.gnu.build-id");
  Elf64_Nhdr header{};
  if (!note || note->bytes.size() < sizeof header) return {};
  std::memcpy(&header, note->bytes.data(), sizeof header);
  const std::size_t begin = sizeof header + (std::size_t{header.n_namesz} + 3) / 4 * 4;
  if (begin > note->bytes.size() || header.n_descsz > note->bytes.size() - begin) return {};
  return note->bytes.subspan(begin, header.n_descsz);
}

}  // namespace sleave
