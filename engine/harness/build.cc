#include "engine/harness/build.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <set>
#include <sstream>
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

namespace {

// Other files that are named: sources are compiled, objects are read as they are. One that does not compile is left to
// the build of the harness, which says so.
void read_others(const Subject& subject, const std::string& folder, Source& source) {
  const std::string object = folder + "/other.o";
  for (const std::string& other : subject.options) {
    const std::string extension = other.starts_with("-") ? "" : fs::path(other).extension().string();
    if (extension == ".o") read_other(other, source);
    if (extension != ".c") continue;
    std::vector<std::string> words = {subject.clang, "-x", "c", "-w"};
    for (const std::string& option : compiler_options(subject, false)) words.push_back(option);
    words.insert(words.end(), {"-g", "-O0", "-c", other, "-o", object});
    if (const Result<synth::Ran> ran = synth::run_command(words); ran && ran->code == 0) read_other(object, source);
  }
}

}  // namespace

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
  Result<Source> source = read_source(object, subject.file);
  if (source && subject.is_c) read_others(subject, folder.path(), *source);
  return source;
}

namespace {

Result<synth::Ran> compile(const Subject& subject, const std::string& harness, const std::string& program) {
  std::vector<std::string> words = {subject.compiler, "-fsleave-inputs", "-w", "-ferror-limit=0"};
  if (!has_option(subject.options, "-O")) words.emplace_back("-O1");
  if (!has_option(subject.options, "-g")) words.emplace_back("-g");
  if (!subject.is_c) words.emplace_back("-fno-access-control");
  const std::string folder = fs::path(subject.file).parent_path().string();
  words.insert(words.end(), {"-iquote", folder.empty() ? "." : folder, harness});
  for (const std::string& option : compiler_options(subject, true)) words.push_back(option);
  words.insert(words.end(), {"-o", program});
  return synth::run_command(words);
}

Error cannot_build(const Subject& subject, const std::string& harness, const std::string& messages) {
  if (messages.find(": undefined reference to ") != std::string::npos) {
    return Error{Tier::usage,
                 fmt::format("{} uses functions of other files\nname these files, or libraries, at the end: "
                             "'-- other.c -lname'\n{}",
                             subject.file, messages.substr(0, kMostMessages / 4))};
  }
  return Error{Tier::usage, fmt::format("{} does not compile\n{}", harness, messages.substr(0, kMostMessages))};
}

struct Complaint {
  unsigned line = 0;
  std::string words;
};

// Errors of the compiler in a file: "harness.c:12:3: error: use of undeclared identifier 'x'".
std::vector<Complaint> complaints_in(const std::string& messages, const std::string& file) {
  std::vector<Complaint> all;
  std::istringstream stream(messages);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t error = line.find(" error: ");
    if (error == std::string::npos || !line.starts_with(file + ":")) continue;
    const unsigned number = static_cast<unsigned>(std::strtoul(line.c_str() + file.size() + 1, nullptr, 10));
    all.push_back({number, line.substr(error + 8)});
  }
  return all;
}

std::set<std::string> functions_of(const Source& source) {
  std::set<std::string> names;
  for (const Function& function : source.functions) names.insert(function.name);
  for (const Function& function : source.others) names.insert(function.name);
  return names;
}

// The function that a maker calls at this line or soon after: what it is given stands before its call.
std::string called_after(const std::string& text, unsigned line, const std::set<std::string>& called) {
  constexpr unsigned kMostLines = 40;
  std::istringstream stream(text);
  std::string each;
  for (unsigned number = 1; std::getline(stream, each) && number < line + kMostLines; ++number) {
    if (number < line) continue;
    for (const std::string& name : called) {
      const std::size_t at = each.find(name + "(");
      if (at != std::string::npos && (at == 0 || each[at - 1] == ' ' || each[at - 1] == ')')) return name;
    }
  }
  return "";
}

}  // namespace

Status build_harness(const Subject& subject, const std::string& harness, const std::string& program) {
  const Result<synth::Ran> ran = compile(subject, harness, program);
  if (!ran) return ran.error();
  return ran->code == 0 ? ok() : Status(cannot_build(subject, harness, ran->messages));
}

Result<std::vector<std::string>> build_harnesses(const Subject& subject, const Source& source,
                                                 std::vector<NamedHarness> harnesses, const std::string& file,
                                                 const std::string& program) {
  std::vector<std::string> reasons(harnesses.size(), "no way to make its structure is known");
  std::vector<std::size_t> left(harnesses.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::set<std::string> not_called;
  for (;;) {
    if (left.empty()) return reasons;
    std::vector<NamedHarness> now;
    for (const std::size_t i : left) now.push_back(harnesses[i]);
    for (NamedHarness& each : now) each.file.make.not_called = not_called;
    const ManyHarnesses many = harnesses_text(source, now);
    if (Status written = write_output(file, many.text); !written) return written.error();
    const Result<synth::Ran> ran = compile(subject, file, program);
    if (!ran) return ran.error();
    if (ran->code == 0) {
      for (const ManyHarnesses::Part& part : many.parts) reasons[left[part.harness]].clear();
      return reasons;
    }
    std::set<std::size_t> dropped;
    const std::size_t banned = not_called.size();
    for (const Complaint& complaint : complaints_in(ran->messages, file)) {
      const auto part = std::find_if(many.parts.begin(), many.parts.end(), [&](const ManyHarnesses::Part& each) {
        return complaint.line >= each.first_line && complaint.line <= each.last_line;
      });
      if (part == many.parts.end()) {
        const std::string culprit = called_after(many.text, complaint.line, many.called);
        if (!culprit.empty()) not_called.insert(culprit);
      } else {
        reasons[left[part->harness]] = "does not compile: " + complaint.words;
        dropped.insert(left[part->harness]);
      }
    }
    if (dropped.empty() && not_called.size() == banned) return cannot_build(subject, file, ran->messages);
    std::erase_if(left, [&](std::size_t i) { return dropped.contains(i); });
  }
}

Status write_and_build(const Subject& subject, const Source& source, HarnessFile file, const std::string& harness,
                       const std::string& program) {
  for (;;) {
    const Result<std::string> text = harness_text(source, file);
    if (!text) return text.error();
    if (Status written = write_output(harness, *text); !written) return written;
    if (program.empty()) return ok();
    const Result<synth::Ran> ran = compile(subject, harness, program);
    if (!ran) return ran.error();
    if (ran->code == 0) return ok();
    const std::size_t banned = file.make.not_called.size();
    for (const Complaint& complaint : complaints_in(ran->messages, harness)) {
      const std::string culprit = called_after(*text, complaint.line, functions_of(source));
      if (!culprit.empty() && culprit != file.first.function->name) file.make.not_called.insert(culprit);
    }
    if (file.make.not_called.size() == banned) return cannot_build(subject, harness, ran->messages);
  }
}

}  // namespace sleave::harness
