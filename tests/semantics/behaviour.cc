#include "tests/semantics/behaviour.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace sleave {
namespace {

[[noreturn]] void become(const std::string& program, std::vector<char*>& argv, const std::string& file) {
  const int empty = open("/dev/null", O_RDONLY);
  const int sink = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
  if (dup2(empty, 0) == 0 && dup2(sink, 1) == 1 && dup2(sink, 2) == 2) {
    close_range(3, ~0u, 0);  // ours, and what our caller left open: a target has none of them either
    execv(program.c_str(), argv.data());
  }
  _exit(127);
}

std::string end_text(int status) {
  return WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                             : fmt::format("exit code {}", WEXITSTATUS(status));
}

std::string next_line(std::istream& text) {
  std::string line;
  return std::getline(text, line) ? line : "(the output ends)";
}

}  // namespace

std::optional<Behaviour> run_alone(const std::string& program, const std::vector<std::string>& arguments,
                                   const std::string& file) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) become(program, argv, file);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return std::nullopt;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return std::nullopt;
  return Behaviour{file_text(file), end_text(status)};
}

std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string difference_text(const Behaviour& expected, const Behaviour& seen) {
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
