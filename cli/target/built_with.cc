#include "cli/target/built_with.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>

#include "abi/contract.h"
#include "cli/target/sight.h"
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

// A finding may come from elsewhere: it must not start any program of this machine with arguments of its choice. One
// that is built for tests, with Sleave or with ThreadSanitizer, may be started.
bool starts_unnamed(const std::string& program, const ElfFile& file) {
  if (file.section(SLEAVE_NOTE_SECTION)) return true;
  const Result<sleave_sight> sight = sight_without_note(program, file);
  return sight && *sight == SLEAVE_SIGHT_accesses;
}

}  // namespace

Status note_is_ours(const std::string& program, const std::string& note) {
  const std::string contract = text_of(note);
  if (contract == SLEAVE_CONTRACT) return ok();
  return Error{Tier::environment, program + " was built with Sleave " + named(contract) + "; this is Sleave " +
                                      named(SLEAVE_CONTRACT) +
                                      "\nrebuild it with the sleave-cc or sleave-c++ next to this command"};
}

bool has_runtime(const std::string& program) {
  std::error_code problem;
  // Opening a file that is not regular may block.
  if (!std::filesystem::is_regular_file(program, problem)) return false;
  const Result<ElfFile> file = ElfFile::open(program);
  return file && file->section(SLEAVE_NOTE_SECTION);
}

Status is_recorded_program(const std::string& program, const std::vector<std::string>& arguments,
                           const std::string& build_id, bool rebuilt, const std::string& finding) {
  std::error_code problem;
  // Opening a file that is not regular may block.
  const bool regular = std::filesystem::is_regular_file(program, problem);
  const Result<ElfFile> file = regular ? ElfFile::open(program) : Result<ElfFile>(Error{});
  if (!file || !starts_unnamed(program, *file)) {
    std::string words = shell_word(program);
    for (const std::string& argument : arguments) words += " " + shell_word(argument);
    return Error{Tier::usage, program +
                                  " was not built with Sleave, so it is not started\nto start it all the same, name "
                                  "it with its arguments: sleave replay " +
                                  shell_word(finding) + " -- " + words};
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
