#include "cli/target/sight.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "abi/contract.h"
#include "cli/target/built_with.h"
#include "cli/target/installation.h"
#include "engine/cover/elf_file.h"

namespace sleave {
namespace {

constexpr const char* kFolder = "preload";
constexpr const char* kRuntime = "libsleave_rt.so";
// By these names programs ask for ThreadSanitizer's runtime; ours has its functions.
constexpr std::array kSanitizerNames = {"libtsan.so.0", "libtsan.so.2", "libclang_rt.tsan-x86_64.so"};

// Libraries that start no threads, and that launchers (sh, env, timeout) are linked with.
constexpr std::array kQuietLibraries = {"libc.so",   "libm.so",       "libdl.so",  "librt.so",      "libtinfo.so",
                                        "libgcc_s.", "libpthread.so", "libacl.so", "libattr.so",    "libpcre2-8.so",
                                        "ld-linux",  "libselinux.so", "libcap.so", "libreadline.so"};
constexpr std::array kStarters = {"pthread_create", "thrd_create"};

// All entries of a section.
template <typename Entry>
std::vector<Entry> entries_of(const ElfFile& file, std::string_view section) {
  const std::optional<ElfFile::Section> found = file.section(section);
  if (!found) return {};
  std::vector<Entry> all(found->bytes.size() / sizeof(Entry));
  if (!all.empty()) std::memcpy(all.data(), found->bytes.data(), all.size() * sizeof(Entry));
  return all;
}

// Texts by their offsets.
class Texts {
 public:
  Texts(const ElfFile& file, std::string_view section) : section_(file.section(section)) {}

  [[nodiscard]] std::string at(std::uint64_t offset) const {
    if (!section_ || offset >= section_->bytes.size()) return {};
    const auto* begin = reinterpret_cast<const char*>(section_->bytes.data()) + offset;
    return {begin, ::strnlen(begin, section_->bytes.size() - offset)};
  }

 private:
  std::optional<ElfFile::Section> section_;
};

// A symbol table.
class Symbols {
 public:
  Symbols(const ElfFile& file, std::string_view table, std::string_view texts)
      : symbols_(entries_of<Elf64_Sym>(file, table)), texts_(file, texts) {}

  // Calls `look` with each symbol and its name.
  template <typename Look>
  void each(Look look) const {
    for (const Elf64_Sym& symbol : symbols_) look(symbol, texts_.at(symbol.st_name));
  }

 private:
  std::vector<Elf64_Sym> symbols_;
  Texts texts_;
};

Symbols dynamic_symbols(const ElfFile& file) { return {file, ".dynsym", ".dynstr"}; }

bool is_quiet(const std::string& library) {
  return std::any_of(kQuietLibraries.begin(), kQuietLibraries.end(),
                     [&](std::string_view name) { return library.starts_with(name); });
}

bool needs_only_quiet_libraries(const ElfFile& file) {
  const Texts texts(file, ".dynstr");
  const std::vector<Elf64_Dyn> entries = entries_of<Elf64_Dyn>(file, ".dynamic");
  return std::all_of(entries.begin(), entries.end(), [&](const Elf64_Dyn& entry) {
    return entry.d_tag != DT_NEEDED || is_quiet(texts.at(entry.d_un.d_val));
  });
}

bool may_have_threads(const ElfFile& file) {
  bool starts = !needs_only_quiet_libraries(file);
  dynamic_symbols(file).each([&](const Elf64_Sym&, const std::string& name) {
    starts = starts || std::find(kStarters.begin(), kStarters.end(), name) != kStarters.end();
  });
  return starts;
}

// Nothing; or whether it defines the functions of ThreadSanitizer itself.
std::optional<bool> defines_sanitizer(const ElfFile& file) {
  std::optional<bool> defines;
  dynamic_symbols(file).each([&](const Elf64_Sym& symbol, const std::string& name) {
    if (name == "__tsan_init") defines = symbol.st_shndx != SHN_UNDEF;
  });
  return defines;
}

// Object files of the start of every program.
bool is_of_start(const std::string& file) {
  return file.empty() || file.starts_with("crt") || file.ends_with("crt1.o") || file.starts_with("tsan_preinit");
}

// What GCC and clang call the constructor that they add to each object file with the instrumentation.
bool is_constructor_of_sanitizer(const std::string& name) {
  return name.starts_with("tsan.module_ctor") || name.starts_with("_sub_I_00099_");
}

// Files of which the symbol table shows that they were compiled without the instrumentation: behind the name of each
// file come its own local symbols. "" if there are none.
std::string files_without_constructor(const Symbols& symbols) {
  std::vector<std::string> without;
  std::string file;
  bool constructed = true;
  const auto ends = [&] {
    if (!constructed && !is_of_start(file)) without.push_back(file);
  };
  symbols.each([&](const Elf64_Sym& symbol, const std::string& name) {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FILE) {
      ends();
      file = name;
      constructed = false;
    } else if (is_constructor_of_sanitizer(name)) {
      constructed = true;
    }
  });
  ends();
  constexpr std::size_t kNamed = 3;
  std::string words;
  for (std::size_t i = 0; i < std::min(without.size(), kNamed); ++i) words += (i == 0 ? "" : ", ") + without[i];
  return without.size() > kNamed ? words + " and " + std::to_string(without.size() - kNamed) + " files more" : words;
}

// Parts of the program that do not announce their accesses, as far as it shows them.
std::string unannounced_parts(const ElfFile& file) {
  if (!file.section(".symtab")) return "it has no symbol table, so what is instrumented is not known";
  return files_without_constructor({file, ".symtab", ".strtab"});
}

}  // namespace

Result<sleave_sight> sight_without_note(const std::string& program, const ElfFile& file) {
  if (const std::optional<bool> defined = defines_sanitizer(file); defined) {
    if (!*defined) return SLEAVE_SIGHT_accesses;
    return Error{Tier::environment, program +
                                        " is linked with the static library of ThreadSanitizer\n"
                                        "link it with -fsanitize=thread -shared-libsan, or with g++; or build it with "
                                        "sleave-c++ without -fsanitize=thread"};
  }
  if (!file.section(".interp")) {
    return Error{Tier::environment, program +
                                        " is linked statically, and not with Sleave\n"
                                        "build it with sleave-cc or sleave-c++, or link it without -static"};
  }
  return may_have_threads(file) ? SLEAVE_SIGHT_calls : SLEAVE_SIGHT_full;
}

Result<sleave_sight> sight_of(const std::string& program) {
  std::error_code problem;
  // Opening a file that is not regular may block.
  if (!std::filesystem::is_regular_file(program, problem)) return SLEAVE_SIGHT_full;
  const Result<ElfFile> file = ElfFile::open(program);
  if (!file) return SLEAVE_SIGHT_full;
  const std::optional<ElfFile::Section> note = file->section(SLEAVE_NOTE_SECTION);
  if (!note) return sight_without_note(program, *file);
  const Status ours = note_is_ours(program, {reinterpret_cast<const char*>(note->bytes.data()), note->bytes.size()});
  if (!ours) return ours.error();
  return SLEAVE_SIGHT_full;
}

Result<sleave_sight> choose_runtime(Target& target) {
  const Result<sleave_sight> sight = sight_of(target.program);
  if (!sight) return sight;
  target.preload.clear();
  if (*sight == SLEAVE_SIGHT_full) return sight;
  std::vector<std::string> names = {kRuntime};
  if (*sight == SLEAVE_SIGHT_accesses) {
    names.insert(names.end(), kSanitizerNames.begin(), kSanitizerNames.end());
    if (const Result<ElfFile> file = ElfFile::open(target.program); file) target.unannounced = unannounced_parts(*file);
  }
  for (const std::string& name : names) {
    const std::filesystem::path path = library_file(std::string(kFolder) + "/" + name);
    if (path.empty()) {
      return Error{Tier::environment, name + " is not installed next to this command\n'sleave doctor' says more"};
    }
    target.preload += (target.preload.empty() ? "" : ":") + path.string();
  }
  return sight;
}

}  // namespace sleave
