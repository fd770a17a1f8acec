#include "cli/target/cases.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fnmatch.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <set>
#include <sstream>

#include "engine/base/descriptor.h"
#include "engine/run/child.h"

namespace sleave {
namespace {

// A test program answers at once; one that does not is none.
constexpr std::chrono::seconds kPatience{60};

Result<Child> start(const std::vector<std::string>& command, const Descriptor& output) {
  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.get(), 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = 0;
  const int problem = posix_spawn(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (problem != 0) {
    return Error{Tier::environment, fmt::format("cannot start {}: {}", command[0], std::strerror(problem))};
  }
  return Child(pid);
}

// What the program prints. Its exit code says nothing: Catch2's is the number of test cases.
Result<std::string> ask(const std::vector<std::string>& command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return Error{Tier::environment, std::string("cannot make a pipe: ") + std::strerror(errno)};
  }
  const Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  Result<Child> child = start(command, theirs);
  if (!child) return child.error();
  theirs = Descriptor();
  std::string answer;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (char part[4096];;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd readable{ours.get(), POLLIN, 0};
    const int ready = ::poll(&readable, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) break;
    const ssize_t got = ::read(ours.get(), part, sizeof part);
    if (got <= 0) return answer;
    answer.append(part, static_cast<std::size_t>(got));
  }
  return Error{Tier::usage, fmt::format("'{} {}' does not end\n--cases needs a GoogleTest or Catch2 program",
                                        command[0], command[1])};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Without blanks around it.
std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(" \t\r");
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(" \t\r") + 1 - from);
}

bool is_disabled(const std::string& name) {
  return name.starts_with("DISABLED_") || name.find("/DISABLED_") != std::string::npos;
}

// In a test specification of Catch2 these have a meaning.
std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (std::strchr("\\,[]", c) != nullptr) text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

// Suites at the margin with a dot at the end, their cases below; what follows a '#' is a comment.
std::vector<TestCase> googletest_cases(const std::string& list) {
  std::vector<TestCase> cases;
  std::string suite;
  for (const std::string& line : lines_of(list)) {
    const std::string name = trimmed(line.substr(0, line.find('#')));
    if (!line.starts_with("  ")) {
      suite = name.ends_with('.') ? name : "";
    } else if (!suite.empty() && !name.empty() && !is_disabled(suite) && !is_disabled(name)) {
      const std::string full = suite + name;
      cases.push_back({full, "--gtest_filter=" + full});
    }
  }
  return cases;
}

std::vector<TestCase> catch2_cases(const std::string& list) {
  std::vector<TestCase> cases;
  for (const std::string& line : lines_of(list)) {
    if (const std::string name = trimmed(line); !name.empty()) cases.push_back({name, escaped(name)});
  }
  return cases;
}

Result<std::vector<TestCase>> cases_of(const std::string& program) {
  const Result<std::string> help = ask({program, "--help"});
  if (!help) return help.error();
  const auto says = [&](const char* words) { return help->find(words) != std::string::npos; };
  const bool googletest = says("--gtest_list_tests");
  const bool catch2 = says("--list-tests") && (says("Catch v") || says("Catch2 v"));
  if (!googletest && !catch2) {
    return Error{
        Tier::usage,
        program + " is not a GoogleTest or Catch2 program: its --help mentions neither\nrun it without --cases"};
  }
  std::vector<std::string> question = {program, "--gtest_list_tests"};
  if (!googletest) question = {program, "--list-tests", "--verbosity", "quiet"};
  if (!googletest && says("--list-test-names-only")) question = {program, "--list-test-names-only"};  // Catch 2.x
  const Result<std::string> list = ask(question);
  if (!list) return list.error();
  return googletest ? googletest_cases(*list) : catch2_cases(*list);
}

std::vector<TestCase> fitting(const std::vector<TestCase>& cases, const std::string& pattern) {
  std::vector<TestCase> chosen;
  for (const TestCase& one : cases) {
    if (one.name == pattern) return {one};
    if (::fnmatch(pattern.c_str(), one.name.c_str(), 0) == 0) chosen.push_back(one);
  }
  return chosen;
}

std::vector<std::string> file_names(const std::vector<TestCase>& cases) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const TestCase& one : cases) {
    std::string name;
    for (const char c : one.name) {
      const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("._-", c) != nullptr;
      name += plain && c != 0 ? c : '_';
    }
    name.resize(std::min<std::size_t>(name.size(), 100));  // file systems take 255 bytes
    std::string unique = name;
    for (int number = 2; !taken.insert(unique).second; ++number) unique = fmt::format("{}-{}", name, number);
    names.push_back(unique);
  }
  return names;
}

}  // namespace sleave
