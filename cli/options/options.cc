#include "cli/options/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <limits>
#include <numeric>

#include "cli/options/help.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "engine/base/bug.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr OptionRow kOptionRows[] = {
#define SLEAVE_OPTION(name, argument, default_text, commands, help) {#name, argument, default_text, commands, help},
#include "cli/tables/options.def"
#undef SLEAVE_OPTION
};

constexpr CommandRow kCommandRows[] = {
#define SLEAVE_COMMAND(name, operands, summary, description) {#name, operands, summary, description},
#include "cli/tables/commands.def"
#undef SLEAVE_COMMAND
};

constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kAny32 = std::numeric_limits<std::uint32_t>::max();
constexpr NumberRange kNumberRanges[] = {
    {"runs", 0, kAny},           {"seed", 0, kAny},          {"jobs", 1, 256},
    {"depth", 1, kAny32},        {"preemptions", 0, kAny32}, {"interferences", 0, kAny32},
    {"query_budget", 0, kAny32}, {"max_steps", 1, kAny},     {"times", 1, kAny},
    {"step", 1, kAny},
};

const NumberRange& range_of(const std::string& name) {
  const auto found = std::find_if(std::begin(kNumberRanges), std::end(kNumberRanges),
                                  [&](const NumberRange& range) { return name == range.name; });
  if (found == std::end(kNumberRanges)) report_bug("no range of numbers for option " + name);
  return *found;
}

constexpr unsigned kWidestHelp = 100;  // longer lines are hard to read

const CommandRow& row_of(const std::string& command) {
  return *std::find_if(std::begin(kCommandRows), std::end(kCommandRows),
                       [&](const CommandRow& row) { return command == row.name; });
}

void add(CLI::App& app, const std::string& name, bool& value) { app.add_flag(name, value); }
void add(CLI::App& app, const std::string& name, std::string& value) { app.add_option(name, value)->take_last(); }

// Levenshtein's distance.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

// Whether the option stands in the text: "--time" does not in "--times".
bool names(const std::string& text, const std::string& option) {
  for (std::size_t at = text.find(option); at != std::string::npos; at = text.find(option, at + 1)) {
    const std::size_t end = at + option.size();
    if (end == text.size() || (std::isalpha(static_cast<unsigned char>(text[end])) == 0 && text[end] != '-'))
      return true;
  }
  return false;
}

// `--name=` as two words, and a bare `--name` that means yes with that value, up to the program, whose words are its
// own: to CLI11 the value of a single one would be the next word.
std::vector<std::string> with_all_values(const std::vector<std::string>& words) {
  const auto is_any = [](const std::string& name, auto fits) {
    return std::any_of(std::begin(kOptionRows), std::end(kOptionRows),
                       [&](const OptionRow& row) { return on_command_line(row.name) == name && fits(row); });
  };
  const auto takes_value = [&](const std::string& name) {
    return is_any(name, [](const OptionRow& row) { return !row.is_switch() && !row.is_answer(); });
  };
  const auto is_bare_answer = [&](const std::string& name) { return is_any(name, std::mem_fn(&OptionRow::is_answer)); };
  std::vector<std::string> split;
  auto word = words.begin();
  while (word != words.end() && word->starts_with("--")) {
    const bool is_empty = word->ends_with('=');
    split.push_back(is_empty ? word->substr(0, word->size() - 1) : *word);
    const bool has_value_behind = !is_empty && takes_value(*word);
    ++word;
    if (is_empty) split.emplace_back();
    if (!is_empty && is_bare_answer(split.back())) split.emplace_back("yes");
    if (has_value_behind && word != words.end()) split.push_back(*word++);
  }
  split.insert(split.end(), word, words.end());
  return split;
}

}  // namespace

std::span<const OptionRow> option_table() { return kOptionRows; }

bool OptionRow::is_answer() const { return preset == std::string("yes") || preset == std::string("no"); }

bool OptionRow::taken_by(const std::string& command) const {
  return (" " + std::string(commands) + " ").find(" " + command + " ") != std::string::npos;
}

std::string on_command_line(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name.starts_with("--") ? name : "--" + name;
}

std::span<const CommandRow> command_table() { return kCommandRows; }

CommandLine::CommandLine(const std::string& command, Options& options)
    : app_(row_of(command).description, "sleave " + command), command_(command) {
  [[maybe_unused]] const OptionRow* row = kOptionRows;
#define SLEAVE_OPTION(name, argument, default_text, commands, help) \
  if (row++->taken_by(command)) add(app_, on_command_line(#name), options.name);
#include "cli/tables/options.def"
#undef SLEAVE_OPTION
}

void CommandLine::add_operand(const std::string& name, std::string& value, const std::string& help, bool required) {
  app_.add_option(name, value)->required(required);
  operands_.push_back({name, help});
}

Result<bool> CommandLine::parse(const std::vector<std::string>& arguments) {
  Result<std::vector<Setting>> settings = take_settings(command_);
  if (!settings) return settings.error();
  settings_ = std::move(*settings);
  std::vector<std::string> words;
  for (const Setting& setting : settings_) words.push_back(as_word(setting));
  words.insert(words.end(), arguments.begin(), arguments.end());
  words = with_all_values(words);
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  app_.allow_extras();
  try {
    app_.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    print_text(help_page(row_of(command_), operands_, std::min(text_width(STDOUT_FILENO), kWidestHelp)));
    return false;
  } catch (const CLI::RequiredError&) {
    return Error{Tier::usage,
                 fmt::format("which {}?\nsleave {} {}", operands_.front().name, command_, row_of(command_).operands)};
  } catch (const CLI::ParseError& error) {
    return Error{Tier::usage, std::string(error.what()) + "\nsee " + app_.get_name() + " --help"};
  }
  const std::vector<std::string> rest = app_.remaining();
  if (!rest.empty() && rest[0].size() > 1 && rest[0][0] == '-') return unknown_option(rest[0]);
  if (!rest.empty() && !app_.get_prefix_command()) {
    return Error{Tier::usage, fmt::format("'{}' is one word too many\nsee {} --help", rest[0], app_.get_name())};
  }
  return true;
}

std::vector<std::string> CommandLine::doubtful_arguments() const {
  std::vector<std::string> doubtful;
  for (const std::string& word : program()) {
    if (word.starts_with("--") && app_.get_option_no_throw(word.substr(0, word.find('='))) != nullptr) {
      doubtful.push_back(word);
    }
  }
  return doubtful;
}

std::vector<std::string> CommandLine::from_elsewhere() const {
  std::vector<std::string> lines;
  for (const Setting& setting : settings_) lines.push_back(setting.source + ": " + as_word(setting));
  return lines;
}

bool CommandLine::counts(const Setting& setting) const {
  const auto same = [&](const Setting& other) { return other.option == setting.option; };
  const auto last = std::find_if(settings_.rbegin(), settings_.rend(), same);
  const auto elsewhere = std::count_if(settings_.begin(), settings_.end(), same);
  return &*last == &setting && app_.count(setting.option) == static_cast<std::size_t>(elsewhere);
}

Error CommandLine::placed(Error error) const {
  const std::string line = error.message.substr(0, error.message.find('\n'));
  std::vector<std::string> places;
  for (const Setting& setting : settings_) {
    const bool known = std::find(places.begin(), places.end(), setting.source) != places.end();
    if (!known && names(line, setting.option) && counts(setting)) places.push_back(setting.source);
  }
  if (!places.empty()) error.message = fmt::format("{}: {}", fmt::join(places, ", "), error.message);
  return error;
}

Error CommandLine::unknown_option(const std::string& text) const {
  const std::string name = text.substr(0, text.find('='));
  std::vector<std::string> known;
  for (const CLI::Option* option : app_.get_options()) known.push_back(option->get_name());
  const std::string close = nearest(name, known);
  const std::string hint = close.empty() ? "see " + app_.get_name() + " --help" : "did you mean " + close + "?";
  return {Tier::usage, fmt::format("{} has no option {}\n{}", app_.get_name(), name, hint)};
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = word.size() / 3 + 2;  // more than that is another word
  for (const std::string& candidate : candidates) {
    const std::size_t steps = distance(word, candidate);
    if (steps >= least) continue;
    least = steps;
    best = candidate;
  }
  return best;
}

std::span<const NumberRange> number_ranges() { return kNumberRanges; }

Result<std::uint64_t> parse_count(const std::string& name, const std::string& text) {
  const NumberRange& range = range_of(name);
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc::invalid_argument || end != text.data() + text.size()) {
    return Error{Tier::usage, fmt::format("{} needs a number, not '{}'", on_command_line(name), text)};
  }
  if (problem == std::errc() && number >= range.least && number <= range.most) return number;
  const bool too_small = problem == std::errc() && number < range.least && range.most == kAny;
  return Error{Tier::usage, too_small ? fmt::format("{} is at least {}", on_command_line(name), range.least)
                                      : fmt::format("{} is {} to {}", on_command_line(name), range.least, range.most)};
}

Result<sleave_isolation> parse_isolation(const std::string& text) {
  for (int i = 0; i < SLEAVE_ISOLATION_COUNT; ++i) {
    const auto isolation = static_cast<sleave_isolation>(i);
    if (text == isolation_name(isolation)) return isolation;
  }
  return Error{Tier::usage, "there is no isolation '" + text + "'\nchoose reset, fork or exec"};
}

Result<sleave_thread_mode> parse_threads(const std::string& text) {
  if (text == "fiber") return SLEAVE_THREADS_FIBER;
  if (text == "native") return SLEAVE_THREADS_NATIVE;
  return Error{Tier::usage, "there is no kind of threads '" + text + "'\nchoose fiber or native"};
}

Result<bool> parse_switch(const std::string& option, const std::string& text) {
  if (text == "on") return true;
  if (text == "off") return false;
  return Error{Tier::usage, "--" + option + "=" + text + " is neither on nor off"};
}

Result<bool> parse_answer(const std::string& option, const std::string& text) {
  if (text == "yes") return true;
  if (text == "no") return false;
  return Error{Tier::usage, fmt::format("{}={} is neither yes nor no", on_command_line(option), text)};
}

}  // namespace sleave
