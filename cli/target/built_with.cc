#include "cli/target/built_with.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include "abi/contract.h"
#include "engine/cover/elf_file.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

// The text of the note, up to its zero byte.
std::string text_of(const std::string& note) {
  const std::size_t owner = note.find("Sleave");
  if (owner == std::string::npos) return "";
  constexpr std::size_t kOwnerBytes = 8;
  const std::string text = note.substr(std::min(note.size(), owner + kOwnerBytes));
  return text.substr(0, text.find('\0'));
}

// "0.1.0 0123456789ab" as "0.1.0 (0123456789ab)".
std::string named(const std::string& contract) {
  const std::size_t space = contract.find(' ');
  return space == std::string::npos ? contract : contract.substr(0, space) + " (" + contract.substr(space + 1) + ")";
}

bool has_symbol(const ElfFile& file, std::string_view name) {
  const std::optional<ElfFile::Section> names = file.section(".dynstr");
  if (!names) return false;
  const std::string_view text(reinterpret_cast<const char*>(names->bytes.data()), names->bytes.size());
  return text.find(name) != std::string_view::npos;
}

// A program without the runtime may start one that has it, unless its own build rules that out.
Status can_be_ours(const std::string& program, const ElfFile& file) {
  if (has_symbol(file, "__tsan_init")) {
    return Error{Tier::environment, program +
                                        " was built with -fsanitize=thread, not with Sleave\n"
                                        "build it with sleave-cc or sleave-c++ without -fsanitize=thread: Sleave "
                                        "reports data races itself"};
  }
  if (!file.section(".interp")) {
    return Error{Tier::environment, program +
                                        " is linked statically, and not with Sleave\n"
                                        "build it with sleave-cc or sleave-c++, without -static"};
  }
  return ok();
}

}  // namespace

Status note_is_ours(const std::string& program, const std::string& note) {
  const std::string contract = text_of(note);
  if (contract == SLEAVE_CONTRACT) return ok();
  return Error{Tier::environment, program + " was built with Sleave " + named(contract) + "; this is Sleave " +
                                      named(SLEAVE_CONTRACT) +
                                      "\nrebuild it with the sleave-cc or sleave-c++ next to this command"};
}

Status built_with_this(const std::string& program) {
  const Result<ElfFile> file = ElfFile::open(program);
  if (!file) return ok();
  const std::optional<ElfFile::Section> note = file->section(SLEAVE_NOTE_SECTION);
  if (!note) return can_be_ours(program, *file);
  return note_is_ours(program, {reinterpret_cast<const char*>(note->bytes.data()), note->bytes.size()});
}

bool has_runtime(const std::string& program) {
  std::error_code problem;
  // Opening a file that is not regular may block.
  if (!std::filesystem::is_regular_file(program, problem)) return false;
  const Result<ElfFile> file = ElfFile::open(program);
  return file && file->section(SLEAVE_NOTE_SECTION);
}

Status is_recorded_program(const std::string& program, const std::string& build_id, bool rebuilt,
                           const std::string& finding) {
  std::error_code problem;
  // Opening a file that is not regular may block.
  const bool regular = std::filesystem::is_regular_file(program, problem);
  const Result<ElfFile> file = regular ? ElfFile::open(program) : Result<ElfFile>(Error{});
  if (!file || !file->section(SLEAVE_NOTE_SECTION)) {
    return Error{
        Tier::usage,
        program +
            " was not built with Sleave, so it is not started\nto start it all the same, name it: sleave replay " +
            shell_word(finding) + " -- PROGRAM [arguments...]"};
  }
  std::string found;
  for (const std::byte byte : file->build_id()) found += fmt::format("{:02x}", static_cast<unsigned>(byte));
  // A run that was killed early has recorded no build-id.
  if (rebuilt || build_id.empty() || found == build_id) return ok();
  return Error{Tier::usage, fmt::format("{} was rebuilt since this was found\n"
                                        "to replay the new build: sleave replay --rebuilt {}\n"
                                        "to check whether it is fixed: sleave verify {}",
                                        program, shell_word(finding), shell_word(finding))};
}

}  // namespace sleave
