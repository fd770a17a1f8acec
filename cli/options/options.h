// The options of cli/tables/options.def as a struct, and the command line that fills it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "abi/channel.h"
#include "cli/options/settings.h"
#include "engine/base/result.h"

namespace sleave {

// One row of the table.
struct OptionRow {
  const char* name;  // with '_'
  const char* argument;
  const char* preset;
  const char* commands;
  const char* help;
  bool common;  // on the first help page
  char letter;  // of its short form; 0: none

  // "-j,--jobs", as the parser wants it.
  [[nodiscard]] std::string names() const;
  [[nodiscard]] bool is_switch() const { return *argument == 0; }
  // Takes yes or no, and yes may be left out: `--name` is `--name=yes`.
  [[nodiscard]] bool is_answer() const;
  [[nodiscard]] bool taken_by(const std::string& command) const;
};
std::span<const OptionRow> option_table();

// A keyword of C++ has an underscore at its end in the table.
constexpr const char* option_name(const char* in_table) {
  if (std::string_view(in_table) == "volatile_") return "volatile";
  return std::string_view(in_table) == "class_" ? "class" : in_table;
}

// "--keep-going" for "keep_going", "keep-going" and "--keep-going".
std::string on_command_line(std::string name);

// Switches are bool, everything else is the text that was given.
struct Options {
  template <typename T>
  static T initial(const char* text) {
    if constexpr (std::is_same_v<T, bool>) {
      return false;
    } else {
      return text;
    }
  }
#define SLEAVE_OPTION(name, argument, default_text, commands, help) \
  std::conditional_t<sizeof(argument) == 1, bool, std::string> name = initial<decltype(name)>(default_text);
#include "cli/tables/options.def"
#undef SLEAVE_OPTION
};

// One row of cli/tables/commands.def.
struct CommandRow {
  const char* name;
  const char* operands;
  const char* summary;
  const char* description;
};
std::span<const CommandRow> command_table();

// A positional argument and its meaning.
struct Operand {
  std::string name;
  std::string help;
};

// One sub-command's command line.
class CommandLine {
 public:
  // `command` is in cli/tables/commands.def, which has the words for its help.
  CommandLine(const std::string& command, Options& options);

  // A positional argument, before or between options.
  void add_operand(const std::string& name, std::string& value, const std::string& help, bool required = true);

  // Options end at `--` or at the first word that is none; the rest is a program and its arguments.
  void expect_program() { expects_program_ = true; }

  // False: help was requested and has been printed. Options of sleave.toml and SLEAVE_OPTIONS count as given before
  // the arguments.
  Result<bool> parse(const std::vector<std::string>& arguments);

  // Options set elsewhere than on the command line: "sleave.toml:3: --runs=50".
  [[nodiscard]] std::vector<std::string> from_elsewhere() const;

  // The same error, prefixed with the source of the options that its first line names, if their effective values are
  // not from the command line: "SLEAVE_OPTIONS: --seed needs a number, not 'x'". Every message about a value names its
  // option.
  [[nodiscard]] Error placed(Error error) const;

  // An option that the command does not take is never given.
  [[nodiscard]] bool given(const std::string& option) const {
    const CLI::Option* const known = app_.get_option_no_throw(option);
    return known != nullptr && known->count() != 0;
  }
  [[nodiscard]] const std::vector<std::string>& program() const { return program_; }
  // Those of its arguments that are options of this command as well: usually a mistake.
  [[nodiscard]] std::vector<std::string> doubtful_arguments() const;

 private:
  Error unknown_option(const std::string& text) const;
  // Whether nothing later overrides it.
  [[nodiscard]] bool counts(const Setting& setting) const;

  CLI::App app_;
  std::string command_;
  bool expects_program_ = false;
  std::vector<std::string> program_;
  std::vector<Operand> operands_;
  std::vector<Setting> settings_;  // later ones override earlier ones
};

// A value that was parsed for an option: its error names the option, "--time: 'soon' is not a duration".
template <typename T>
Result<T> of_option(const std::string& name, const Result<T>& value) {
  if (value) return value;
  return Error{value.error().tier, on_command_line(name) + ": " + value.error().message};
}

// The numbers that an option takes.
struct NumberRange {
  const char* name;  // as in the table
  std::uint64_t least;
  std::uint64_t most;
};
// One for every option whose argument is a number: N, D, K or STEP.
std::span<const NumberRange> number_ranges();

// `name` is an option with a range. Refuses everything but a number in that range.
Result<std::uint64_t> parse_count(const std::string& name, const std::string& text);
Result<sleave_isolation> parse_isolation(const std::string& text);
Result<std::uint32_t> parse_volatile(const std::string& text);  // as flags of a plan
Result<bool> parse_switch(const std::string& option, const std::string& text);
Result<bool> parse_answer(const std::string& option, const std::string& text);

// The candidate that differs least from `word`; empty if none is close.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace sleave
