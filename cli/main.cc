// sleave: finds the sub-command and calls it.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/version.h"
#include "engine/base/bug.h"

namespace sleave {
namespace {

struct Command {
  CommandRow row;
  int (*run)(const std::vector<std::string>&);
};
constexpr Command kCommands[] = {
#define SLEAVE_COMMAND(name, operands, summary, description) {{#name, operands, summary, description}, name##_command},
#include "cli/tables/commands.def"
#undef SLEAVE_COMMAND
};

// Names that other tools use.
constexpr struct {
  const char* word;
  const char* ours;
} kElsewhere[] = {{"test", "run"},  {"explore", "run"}, {"fuzz", "run"},     {"check", "run"},    {"minimize", "run"},
                  {"list", "show"}, {"report", "show"}, {"explain", "show"}, {"debug", "replay"}, {"gdb", "replay"}};

std::string meant_by(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : kCommands) names.emplace_back(command.row.name);
  for (const auto& [other, ours] : kElsewhere) {
    if (word == other) return ours;
  }
  return nearest(word, names);
}

void print_help() {
  print_text("Usage: sleave COMMAND [options] ...\n\nCommands:\n");
  for (const Command& command : kCommands) print_line("  {:<8} {}", command.row.name, command.row.summary);
  print_text(
      "\n'sleave COMMAND --help' lists the options of a command.\n"
      "\nGetting started:\n"
      "  sleave-c++ -g -O1 test.cc -o test    compile; sleave-cc for C\n"
      "  sleave run ./test                    test\n"
      "  sleave replay 1                      replay finding 1\n"
      "\nExit codes: 0 clean, 1 finding, 2 usage, 3 environment, 4 diverged,\n"
      "70 bug in Sleave, 130 interrupted\n");
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "--help=all" || words[0] == "-h" ||
      words == std::vector<std::string>{"help"}) {
    print_help();
    return words.empty() ? static_cast<int>(Tier::usage) : exit_clean;
  }
  if (words[0] == "--version" || words[0] == "version") {
    print_line("sleave {}", kVersion);
    return exit_clean;
  }
  if (words[0] == "help") return dispatch({words[1], "--help"});
  for (const Command& command : kCommands) {
    if (words[0] == command.row.name) return command.run({words.begin() + 1, words.end()});
  }
  const std::string close = meant_by(words[0]);
  return complain({Tier::usage, fmt::format("unknown command '{}'\n{}", words[0],
                                            close.empty() ? "see sleave --help" : "did you mean " + close + "?")});
}

}  // namespace

int complain(const Error& error) {
  print_problem(error.message);
  return static_cast<int>(error.tier);
}

}  // namespace sleave

int main(int argc, char** argv) {
  sleave::prepare_streams();
  sleave::report_bugs(sleave::kVersion);
  return sleave::exit_code_with_streams(sleave::dispatch({argv + 1, argv + argc}));
}
