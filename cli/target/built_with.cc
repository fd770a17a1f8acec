#include "cli/target/built_with.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>

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

}  // namespace

Status note_is_ours(const std::string& program, const std::string& note) {
  const std::string contract = text_of(note);
  if (contract == SLEAVE_CONTRACT) return ok();
  return Error{Tier::environment, program + " was built with Sleave " + named(contract) + ", and this is Sleave " +
                                      named(SLEAVE_CONTRACT) +
                                      "\nbuild it again with the sleave-cc or sleave-c++ beside this command"};
}

Status built_with_this(const std::string& program) {
  const Result<ElfFile> file = ElfFile::open(program);
  if (!file) return ok();
  const std::optional<ElfFile::Section> note = file->section(SLEAVE_NOTE_SECTION);
  if (!note) return ok();
  return note_is_ours(program, {reinterpret_cast<const char*>(note->bytes.data()), note->bytes.size()});
}

Status is_recorded_program(const std::string& program, const std::string& build_id, bool rebuilt,
                           const std::string& finding) {
  std::error_code problem;
  // Other files than regular ones may block whoever opens them.
  const bool regular = std::filesystem::is_regular_file(program, problem);
  const Result<ElfFile> file = regular ? ElfFile::open(program) : Result<ElfFile>(Error{});
  if (!file || !file->section(SLEAVE_NOTE_SECTION)) {
    return Error{Tier::usage,
                 program + " was not built with Sleave, so it is not started\nto start it, name it: sleave replay " +
                     shell_word(finding) + " -- PROGRAM [arguments...]"};
  }
  std::string found;
  for (const std::byte byte : file->build_id()) found += fmt::format("{:02x}", static_cast<unsigned>(byte));
  // A run that was killed before it could say which program it is has recorded none.
  if (rebuilt || build_id.empty() || found == build_id) return ok();
  return Error{Tier::usage, fmt::format("{} was built again since this was found\n"
                                        "to replay it all the same: sleave replay --rebuilt {}\n"
                                        "to search for the failure in it: sleave verify {}",
                                        program, shell_word(finding), shell_word(finding))};
}

}  // namespace sleave
