#include "engine/report/export/regression.h"

#include <fmt/format.h>

#include "engine/report/base64.h"
#include "engine/report/lines.h"
#include "engine/report/target_result.h"

namespace sleave {
namespace {

constexpr std::size_t kLine = 110;

// What the file does, the same for every finding.
constexpr const char* kBody = R"text(
#ifndef SLEAVE_COMMAND
#define SLEAVE_COMMAND "sleave"
#endif
#ifndef SLEAVE_PROGRAM
#error "define SLEAVE_PROGRAM: the path of the program, built with sleave-c++"
#endif

namespace {

constexpr int kClean = 0, kFinding = 1, kDiverged = 4;  // exit codes of sleave

std::string replay_file() {
  std::string bytes;
  unsigned bits = 0, held = 0;
  for (const char* digit = kReplay; *digit != 0; ++digit) {
    const char* place = std::strchr(kDigits, *digit);
    if (place == nullptr) continue;  // line ends, padding
    bits = bits << 6 | static_cast<unsigned>(place - kDigits);
    held += 6;
    if (held >= 8) bytes += static_cast<char>(bits >> (held -= 8) & 255);
  }
  return bytes;
}

// Exit code, or -1 if the command could not be started or was killed.
int run(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

int run_on_program(std::vector<std::string> words, const char* separator) {
  if (separator != nullptr) words.emplace_back(separator);
  words.emplace_back(SLEAVE_PROGRAM);
  for (const char* argument : kArguments) {
    if (argument != nullptr) words.emplace_back(argument);
  }
  return run(words);
}

// The exit code of sleave for the program: kClean if it does not fail any more.
int verdict() {
  const char* parent = std::getenv("TMPDIR");
  std::string folder = std::string(parent != nullptr ? parent : "/tmp") + "/sleave-test-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return -1;
  const std::string file = folder + "/replay.sleave";
  std::FILE* out = std::fopen(file.c_str(), "wb");
  const std::string bytes = replay_file();
  if (out == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), out) != bytes.size() || std::fclose(out) != 0) return -1;
  int code = run_on_program({SLEAVE_COMMAND, "replay", "--quiet", file}, "--");
  if (code == kDiverged) {
    std::puts("The program has changed: other schedules instead.");
    std::fflush(stdout);
    std::vector<std::string> other_runs = {SLEAVE_COMMAND, "run", "--runs=1000", "--time=0", "--out=" + folder + "/out"};
    for (const char* option : kOptions) {
      if (option != nullptr) other_runs.emplace_back(option);
    }
    code = run_on_program(other_runs, nullptr);
  }
  if (code == kClean) run({"rm", "-r", folder});  // else what was found is in there
  if (code == kFinding) std::puts("FAILED: it happens again, see above.");
  if (code != kClean && code != kFinding) std::puts("FAILED: sleave did not work, see above; is it installed?");
  return code;
}

}  // namespace

)text";

constexpr const char* kPlainEnd = "int main() { return verdict() == kClean ? 0 : 1; }\n";

std::string identifier(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (digit && name.empty()) name += "t_";
    name += letter || digit ? c : '_';
  }
  return name.empty() ? "finding" : name;
}

// "lost_update_finding_1": a name for the file, the target and the test.
std::string test_name(const Finding& finding, const RegressionSource& source) {
  const std::string of = source.name.empty() ? program_name(finding.target) : source.name;
  return fmt::format("{}_finding_{}", identifier(of), finding.id);
}

// As an ordinary string literal.
std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '?';
    literal += plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
  }
  return literal + '"';
}

// Of a comment: nothing that the program said may end it or go on in the next line.
std::string comment(const std::string& text) {
  std::string line = clean(text);
  while (line.ends_with('\\')) line.pop_back();
  return line;
}

std::string heading(const Finding& finding, const std::string& name, TestFramework framework) {
  const bool googletest = framework == TestFramework::googletest;
  return fmt::format(
      "// Regression test of a finding of Sleave in {0}: {1}\n//   {2}\n//   {3}\n//\n"
      "// It runs the program on the schedule that failed. CMake, where `{0}` is the program's target, of "
      "sleave_add_test\n"
      "// or built with sleave-c++:\n//\n"
      "//   find_package(Sleave REQUIRED)\n"
      "{4}"
      "//   sleave_add_regression_test({5} SOURCES {5}.cc PROGRAM {0}{6})\n//\n"
      "// Elsewhere: define SLEAVE_PROGRAM as the path of the program, and SLEAVE_COMMAND if sleave is not in the "
      "PATH.\n",
      comment(program_name(finding.target)), comment(finding.title), comment(finding_sentence(finding)),
      comment(finding.signature), googletest ? "//   find_package(GTest REQUIRED)\n" : "", name,
      googletest ? " LIBRARIES GTest::gtest_main" : "");
}

std::string data(const RegressionSource& source) {
  std::string text = "\nconstexpr const char* kArguments[] = {";
  for (const std::string& argument : source.arguments) text += quoted(argument) + ", ";
  text += "nullptr};  // of the program\n";
  text += "constexpr const char* kOptions[] = {";
  for (const std::string& option : source.options) text += quoted(option) + ", ";
  text += "nullptr};  // of sleave run\n";
  text += "\n// replay.sleave, base64\n";
  text += "constexpr char kDigits[] = \"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\";\n";
  text += "constexpr char kReplay[] =";
  const std::string replay = base64(source.replay);
  for (std::size_t i = 0; i < replay.size(); i += kLine) text += "\n    \"" + replay.substr(i, kLine) + '"';
  return text + (replay.empty() ? " \"\";\n" : ";\n");
}

}  // namespace

std::string regression_test(const Finding& finding, const RegressionSource& source, TestFramework framework) {
  const std::string name = test_name(finding, source);
  const bool googletest = framework == TestFramework::googletest;
  std::string text = heading(finding, name, framework);
  text += googletest ? "#include <gtest/gtest.h>\n" : "";
  text += "#include <spawn.h>\n#include <sys/wait.h>\n#include <unistd.h>\n\n";
  for (const char* header : {"cstdio", "cstdlib", "cstring", "string", "vector"}) {
    text += fmt::format("#include <{}>\n", header);
  }
  text += data(source) + kBody;
  text += googletest ? fmt::format("TEST(SleaveFindings, {}) {{ EXPECT_EQ(verdict(), kClean); }}\n", name) : kPlainEnd;
  return text;
}

}  // namespace sleave
