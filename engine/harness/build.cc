#include "engine/harness/build.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>

#include "engine/base/file.h"
#include "engine/harness/read_source.h"
#include "engine/synth/command.h"

namespace sleave::harness {
namespace {

namespace fs = std::filesystem;

bool has_option(const std::vector<std::string>& options, const char* start) {
  return std::any_of(options.begin(), options.end(), [&](const std::string& word) { return word.starts_with(start); });
}

// What only the linker takes.
bool is_for_linker(const std::string& word) {
  if (word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-Wl,")) return true;
  return !word.starts_with("-") && fs::path(word).has_extension();
}

std::vector<std::string> compiler_options(const Subject& subject, bool with_links) {
  std::vector<std::string> words;
  if (!subject.is_c && !has_option(subject.options, "-std=")) words.emplace_back("-std=c++20");
  for (const std::string& word : subject.options) {
    if (with_links || !is_for_linker(word)) words.push_back(word);
  }
  return words;
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code problem;
    path_ = (fs::temp_directory_path(problem) / "sleave-harness-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

constexpr std::size_t kMostMessages = 2000;

}  // namespace

bool is_c_source(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".c" || extension == ".h";
}

// Functions that nothing calls are compiled, too.
Result<Source> read_subject(const Subject& subject) {
  std::error_code problem;
  if (!fs::is_regular_file(subject.file, problem)) return Error{Tier::usage, "no file " + subject.file};
  const TemporaryFolder folder;
  if (folder.path().empty()) return file_error("cannot create folder", "sleave-harness", errno);
  const std::string object = folder.path() + "/source.o";
  std::vector<std::string> words = {subject.clang, "-x", subject.is_c ? "c" : "c++", "-w"};
  for (const std::string& option : compiler_options(subject, false)) words.push_back(option);
  words.insert(words.end(),
               {"-g", "-O0", "-fstandalone-debug", "-Xclang", "-femit-all-decls", "-c", subject.file, "-o", object});
  const Result<synth::Ran> ran = synth::run_command(words);
  if (!ran) return ran.error();
  if (ran->code != 0) {
    return Error{Tier::usage,
                 fmt::format("{} does not compile\n{}", subject.file, ran->messages.substr(0, kMostMessages))};
  }
  return read_source(object, subject.file);
}

Status build_harness(const Subject& subject, const std::string& harness, const std::string& program) {
  std::vector<std::string> words = {subject.compiler, "-fsleave-inputs", "-w"};
  if (!has_option(subject.options, "-O")) words.emplace_back("-O1");
  if (!has_option(subject.options, "-g")) words.emplace_back("-g");
  if (!subject.is_c) words.emplace_back("-fno-access-control");
  const std::string folder = fs::path(subject.file).parent_path().string();
  words.insert(words.end(), {"-iquote", folder.empty() ? "." : folder, harness});
  for (const std::string& option : compiler_options(subject, true)) words.push_back(option);
  words.insert(words.end(), {"-o", program});
  const Result<synth::Ran> ran = synth::run_command(words);
  if (!ran) return ran.error();
  if (ran->code == 0) return ok();
  if (ran->messages.find(": undefined reference to ") != std::string::npos) {
    return Error{Tier::usage,
                 fmt::format("{} uses functions of other files\nname these files, or libraries, at the end: "
                             "'-- other.c -lname'\n{}",
                             subject.file, ran->messages.substr(0, kMostMessages / 4))};
  }
  return Error{Tier::usage, fmt::format("{} does not compile\n{}", harness, ran->messages.substr(0, kMostMessages))};
}

}  // namespace sleave::harness
