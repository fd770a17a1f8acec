#include "cli/options/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>

#include "abi/plan.h"
#include "cli/options/help.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "engine/base/bug.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr char letter_of(std::string_view option) {
#define SLEAVE_OPTION(name, argument, default_text, commands, help)
#define SLEAVE_OPTION_LETTER(letter, name) \
  if (option == #name) return #letter[0];
#include "cli/tables/options.def"
#undef SLEAVE_OPTION
  return 0;
}

constexpr OptionRow kOptionRows[] = {
#define SLEAVE_OPTION_COMMON(name, argument, default_text, commands, help) \
  {option_name(#name), argument, default_text, commands, help, /*common=*/true, letter_of(#name)},
#define SLEAVE_OPTION(name, argument, default_text, commands, help) \
  {option_name(#name), argument, default_text, commands, help, /*common=*/false, letter_of(#name)},
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
    {"runs", 0, kAny},
    {"seed", 0, kAny},
    {"jobs", 1, 256},
    {"depth", 1, kAny32},
    {"preemptions", 0, kAny32},
    {"interferences", 0, kAny32},
    {"query_budget", 0, kAny32},
    {"max_steps", 1, kAny},
    {"times", 1, kAny},
    {"longest_path", 1, 254},
    {"step", 1, kAny},
    {"time_outs", 0, kAny32},
    {"calls", 2, 60},
    {"callers", 2, 16},
    {"before", 0, 16},
    {"share", 1, 1000},
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

// Whether the text contains the option: "--times" does not contain "--time".
bool names(const std::string& text, const std::string& option) {
  for (std::size_t at = text.find(option); at != std::string::npos; at = text.find(option, at + 1)) {
    const std::size_t end = at + option.size();
    if (end == text.size() || (std::isalpha(static_cast<unsigned char>(text[end])) == 0 && text[end] != '-'))
      return true;
  }
  return false;
}

bool is_any_option(const std::string& name, const std::function<bool(const OptionRow&)>& fits) {
  return std::any_of(std::begin(kOptionRows), std::end(kOptionRows), [&](const OptionRow& row) {
    return (on_command_line(row.name) == name || (row.letter != 0 && name == std::string("-") + row.letter)) &&
           fits(row);
  });
}

bool takes_value(const OptionRow& row) { return !row.is_switch() && !row.is_answer(); }

// The option of `-j4`, as two words.
std::vector<std::string> with_letter_apart(const std::string& word) {
  const std::string name = word.substr(0, 2);
  if (word.size() == 2 || word.starts_with("--") || !is_any_option(name, takes_value)) return {word};
  return {name, word.substr(2)};
}

// Options up to the program, or to the `--` before it. For CLI11, to which the value of a single word would be the next
// one, `--name=` becomes two words, and so does a bare `--name` that means yes.
struct SplitLine {
  std::vector<std::string> options;
  std::vector<std::string> rest;
};
SplitLine split_line(const std::vector<std::string>& words) {
  SplitLine line;
  std::vector<std::string>& split = line.options;
  auto word = words.begin();
  while (word != words.end() && word->size() > 1 && word->starts_with("-") && *word != "--") {
    const bool is_empty = word->starts_with("--") && word->ends_with('=');
    const std::vector<std::string> parts = with_letter_apart(is_empty ? word->substr(0, word->size() - 1) : *word);
    split.insert(split.end(), parts.begin(), parts.end());
    const bool has_value_behind = !is_empty && parts.size() == 1 && is_any_option(*word, takes_value);
    ++word;
    if (is_empty) split.emplace_back();
    if (!is_empty && is_any_option(split.back(), std::mem_fn(&OptionRow::is_answer))) split.emplace_back("yes");
    if (has_value_behind && word != words.end()) split.push_back(*word++);
  }
  line.rest.assign(word, words.end());
  return line;
}

// Which page of help is asked for, if any is. `--help=PAGE` becomes the `--help` that the parser knows.
Result<HelpPage> take_help_page(std::vector<std::string>& words) {
  constexpr std::string_view kHelp = "--help=";
  HelpPage page = HelpPage::common;
  for (std::string& word : words) {
    if (!word.starts_with(kHelp)) continue;
    const std::string value = word.substr(kHelp.size());
    if (value != "all") return Error{Tier::usage, fmt::format("--help={}: use --help or --help=all", value)};
    page = HelpPage::all;
    word = "--help";
  }
  return page;
}

}  // namespace

std::span<const OptionRow> option_table() { return kOptionRows; }

bool OptionRow::is_answer() const { return preset == std::string("yes") || preset == std::string("no"); }

bool OptionRow::taken_by(const std::string& command) const {
  return (" " + std::string(commands) + " ").find(" " + command + " ") != std::string::npos;
}

std::string OptionRow::names() const {
  return (letter == 0 ? "" : std::string("-") + letter + ",") + on_command_line(name);
}

std::string on_command_line(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name.starts_with("--") ? name : "--" + name;
}

std::span<const CommandRow> command_table() { return kCommandRows; }

CommandLine::CommandLine(const std::string& command, Options& options)
    : app_(row_of(command).description, "sleave " + command), command_(command) {
  [[maybe_unused]] const OptionRow* row = kOptionRows;
#define SLEAVE_OPTION(name, argument, default_text, commands, help)  \
  if (row->taken_by(command)) add(app_, row->names(), options.name); \
  ++row;
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
  SplitLine split = split_line(words);
  if (expects_program_) {
    if (!split.rest.empty() && split.rest[0] == "--") split.rest.erase(split.rest.begin());
    program_ = std::move(split.rest);
  } else {
    split.options.insert(split.options.end(), split.rest.begin(), split.rest.end());
  }
  const Result<HelpPage> page = take_help_page(split.options);
  if (!page) return page.error();
  std::vector<std::string> reversed(split.options.rbegin(), split.options.rend());
  app_.allow_extras();
  try {
    app_.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    print_text(help_page(row_of(command_), operands_, *page, std::min(text_width(STDOUT_FILENO), kWidestHelp)));
    return false;
  } catch (const CLI::RequiredError&) {
    return Error{Tier::usage, fmt::format("missing {}\nusage: sleave {} {}", operands_.front().name, command_,
                                          row_of(command_).operands)};
  } catch (const CLI::ParseError& error) {
    return Error{Tier::usage, std::string(error.what()) + "\nsee " + app_.get_name() + " --help"};
  }
  const std::vector<std::string> rest = app_.remaining();
  if (!rest.empty() && rest[0].size() > 1 && rest[0][0] == '-') return unknown_option(rest[0]);
  if (!rest.empty()) {
    return Error{Tier::usage, fmt::format("unexpected argument '{}'\nsee {} --help", rest[0], app_.get_name())};
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
  return {Tier::usage, fmt::format("unknown option {} of {}\n{}", name, app_.get_name(), hint)};
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
  return Error{Tier::usage,
               too_small ? fmt::format("{} must be at least {}", on_command_line(name), range.least)
                         : fmt::format("{} must be between {} and {}", on_command_line(name), range.least, range.most)};
}

Result<sleave_isolation> parse_isolation(const std::string& text) {
  for (int i = 0; i < SLEAVE_ISOLATION_COUNT; ++i) {
    const auto isolation = static_cast<sleave_isolation>(i);
    if (text == isolation_name(isolation)) return isolation;
  }
  return Error{Tier::usage, "unknown isolation '" + text + "'\nuse reset, fork or exec"};
}

Result<std::uint32_t> parse_volatile(const std::string& text) {
  if (text == "race") return 0;
  if (text == "relaxed") return SLEAVE_PLAN_VOLATILE_RELAXED;
  if (text == "atomic") return SLEAVE_PLAN_VOLATILE_ATOMIC;
  return Error{Tier::usage, "unknown meaning of volatile '" + text + "'\nuse race, relaxed or atomic"};
}

Result<bool> parse_switch(const std::string& option, const std::string& text) {
  if (text == "on") return true;
  if (text == "off") return false;
  return Error{Tier::usage, fmt::format("{} needs on or off, not '{}'", on_command_line(option), text)};
}

Result<bool> parse_answer(const std::string& option, const std::string& text) {
  if (text == "yes") return true;
  if (text == "no") return false;
  return Error{Tier::usage, fmt::format("{} needs yes or no, not '{}'", on_command_line(option), text)};
}

}  // namespace sleave
