#include "cli/options/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/report/lines.h"

namespace sleave {
namespace {

constexpr std::size_t kNames = 28;     // columns of what is explained
constexpr std::size_t kMostLines = 3;  // of a help that stays in one piece

// The options in the order of the table, with the title of a group before its first.
struct Entry {
  const char* title;
  const char* option;
};
constexpr Entry kEntries[] = {
#define SLEAVE_OPTION_GROUP(title) {title, nullptr},
#define SLEAVE_OPTION(name, argument, default_text, commands, help) {nullptr, option_name(#name)},
#include "cli/tables/options.def"
#undef SLEAVE_OPTION
};

const OptionRow& row_of(const std::string& name) {
  return *std::find_if(option_table().begin(), option_table().end(),
                       [&](const OptionRow& row) { return name == row.name; });
}

// At semicolons that are not in brackets.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ';' && depth == 0) {
      parts.emplace_back();
    } else if (c != ' ' || !parts.back().empty()) {
      parts.back() += c;
    }
  }
  return parts;
}

// A default is not torn apart.
std::vector<std::string> explanation(const std::string& text, const std::string& preset, std::size_t width) {
  const std::string end = preset.empty() ? "" : "(default: " + preset + ")";
  std::vector<std::string> lines = wrap(text, width);
  if (lines.size() <= kMostLines) {
    if (end.empty()) return lines;
    const bool fits = columns(lines.back()) + 1 + columns(end) <= width;
    if (fits) {
      lines.back() += " " + end;
    } else {
      lines.push_back(end);
    }
    return lines;
  }
  lines.clear();
  for (const std::string& part : parts_of(text)) {
    std::string before;
    for (const std::string& line : wrap(part, width - 2)) {
      lines.push_back(before + line);
      before = "  ";
    }
  }
  if (!end.empty()) lines.push_back(end);
  return lines;
}

std::string explained(const std::string& name, const std::string& help, const std::string& preset, std::size_t width) {
  std::string text;
  std::string before = pad("  " + name, kNames);
  for (const std::string& line : explanation(help, preset, width - kNames)) {
    text += before + line + "\n";
    before = std::string(kNames, ' ');
  }
  return text;
}

// The full page lists the strategies.
std::string help_of(const OptionRow& row, HelpPage page) {
  std::string help = row.help;
  if (row.name != std::string("strategy")) return help;
  if (page == HelpPage::common) return help + "; --help=all lists the strategies";
#define SLEAVE_STRATEGY(name, kind, observed, words) help += "; " #name ": " words;
#include "engine/strategy/strategies.def"
#undef SLEAVE_STRATEGY
  return help;
}

std::string shown_name(const OptionRow& row) {
  const std::string letter = row.letter == 0 ? "" : std::string("-") + row.letter + ", ";
  return letter + on_command_line(row.name) + (row.is_switch() ? "" : std::string("=") + row.argument);
}

std::string option_lines(const OptionRow& row, HelpPage page, std::size_t width) {
  return explained(shown_name(row), help_of(row, page), row.preset, width);
}

std::string common_options(const CommandRow& command, std::size_t width) {
  std::string text;
  for (const OptionRow& row : option_table()) {
    if (row.common && row.taken_by(command.name)) text += option_lines(row, HelpPage::common, width);
  }
  return text.empty() ? "" : "\nCommon options:\n" + text;
}

std::string all_options(const CommandRow& command, std::size_t width) {
  std::string text;
  const char* title = nullptr;
  for (const Entry& entry : kEntries) {
    if (entry.title != nullptr) {
      title = entry.title;
    } else if (const OptionRow& row = row_of(entry.option); row.taken_by(command.name)) {
      if (title != nullptr) text += fmt::format("\n{}:\n", title);
      title = nullptr;
      text += option_lines(row, HelpPage::all, width);
    }
  }
  return text;
}

std::size_t options_not_common(const CommandRow& command) {
  return static_cast<std::size_t>(
      std::count_if(option_table().begin(), option_table().end(),
                    [&](const OptionRow& row) { return row.taken_by(command.name) && !row.common; }));
}

// Fewer are not worth a page of their own.
constexpr std::size_t kWorthAPage = 3;

}  // namespace

std::string help_page(const CommandRow& command, const std::vector<Operand>& operands, HelpPage page,
                      std::size_t width) {
  width = std::max<std::size_t>(width, 60);
  const std::string operand_words = command.operands;
  std::string text = wrap_lines(fmt::format("{}\n\nUsage: sleave {}{}\n\n", command.description, command.name,
                                            operand_words.empty() ? "" : " " + operand_words),
                                width);
  for (const Operand& operand : operands) text += explained(operand.name, operand.help, "", width);
  const std::size_t others = options_not_common(command);
  const bool two_pages = others >= kWorthAPage;
  text +=
      explained("-h, --help", two_pages ? "the most common options; --help=all: all options" : "this page", "", width);
  const bool common = two_pages && page == HelpPage::common;
  text += common ? common_options(command, width) : all_options(command, width);
  text += "\n";
  if (common)
    text += wrap_lines(fmt::format("'sleave {} --help=all' lists {} more options.\n", command.name, others), width);
  return text + wrap_lines("Options can also be set in sleave.toml and in the variable SLEAVE_OPTIONS.", width);
}

}  // namespace sleave
