#include "tests/semantics/behavior.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace sleave {
namespace {

[[noreturn]] void become(const std::string& program, std::vector<char*>& argv, const std::string& file,
                         const Delay& delay) {
  if (!delay.library.empty()) {
    setenv("LD_PRELOAD", delay.library.c_str(), 1);
    setenv("SLEAVE_DELAY", delay.who.c_str(), 1);
  }
  const int empty = open("/dev/null", O_RDONLY);
  const int sink = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
  if (dup2(empty, 0) == 0 && dup2(sink, 1) == 1 && dup2(sink, 2) == 2) {
    close_range(3, ~0u, 0);  // ours, and what our caller left open: a target has none of them either
    execv(program.c_str(), argv.data());
  }
  _exit(127);
}

// Long against what the programs take. One that lost the signal it waits for never ends.
constexpr int kPatienceMs = 30'000;

// Waits for `child`, and ends it when patience does.
std::optional<int> status_of(pid_t child) {
  pollfd end{.fd = static_cast<int>(syscall(SYS_pidfd_open, child, 0)), .events = POLLIN, .revents = 0};
  if (poll(&end, 1, kPatienceMs) == 0) kill(child, SIGKILL);
  close(end.fd);
  int status = 0;
  if (waitpid(child, &status, 0) != child) return std::nullopt;
  return status;
}

std::string end_text(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return "no end";
  return WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                             : fmt::format("exit code {}", WEXITSTATUS(status));
}

std::string next_line(std::istream& text) {
  std::string line;
  return std::getline(text, line) ? line : "(the output ends)";
}

std::optional<Behavior> run_alone(const std::string& program, const std::vector<std::string>& arguments,
                                  const std::string& file, const Delay& delay = {}) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) become(program, argv, file, delay);
  if (child < 0) return std::nullopt;
  const std::optional<int> status = status_of(child);
  if (!status || (WIFEXITED(*status) && WEXITSTATUS(*status) == 127)) return std::nullopt;
  return Behavior{file_text(file), end_text(*status)};
}

}  // namespace

std::optional<Behavior> usual_behavior(const std::string& program, const std::vector<std::string>& arguments,
                                       const std::string& file) {
  constexpr int kMostRuns = 5;
  std::vector<Behavior> seen;
  for (int run = 0; run < kMostRuns; ++run) {
    const std::optional<Behavior> next = run_alone(program, arguments, file);
    if (!next) return std::nullopt;
    if (std::find(seen.begin(), seen.end(), *next) != seen.end()) return next;
    seen.push_back(*next);
  }
  return std::nullopt;
}

std::optional<Behavior> behavior_alone(const std::string& program, const std::vector<std::string>& arguments,
                                       const std::string& file, const Behavior& expected) {
  return behavior_delayed(program, arguments, file, expected, {});
}

std::optional<Behavior> behavior_delayed(const std::string& program, const std::vector<std::string>& arguments,
                                         const std::string& file, const Behavior& expected, const Delay& delay) {
  std::optional<Behavior> seen;
  for (int attempt = 0; attempt < 3 && (attempt == 0 || (seen && *seen != expected)); ++attempt) {
    seen = run_alone(program, arguments, file, delay);
  }
  return seen;
}

std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string difference_text(const Behavior& expected, const Behavior& seen) {
  constexpr int kMostLines = 8;
  std::istringstream a(expected.output);
  std::istringstream b(seen.output);
  std::string text = "differs\n";
  int shown = 0;
  for (int line = 1; a && b && shown < kMostLines; ++line) {
    const std::string wanted = next_line(a);
    const std::string got = next_line(b);
    if (wanted == got) continue;
    ++shown;
    text += fmt::format("  line {}\n    expected  {}\n    seen      {}\n", line, wanted, got);
  }
  if (expected.end != seen.end)
    text += fmt::format("  end\n    expected  {}\n    seen      {}\n", expected.end, seen.end);
  return text;
}

}  // namespace sleave
