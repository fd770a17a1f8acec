#include "cli/options/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "cli/options/options.h"
#include "cli/options/trusted_file.h"
#include "cli/print/output.h"
#include "engine/base/file.h"

namespace sleave {
namespace {

// Options whose values are commands, or files of commands.
constexpr const char* kStartsPrograms[] = {"--solver", "--debugger-commands"};

Error wrong(const std::string& source, const std::string& words) {
  return {Tier::usage, fmt::format("{}: {}", source, words)};
}

const OptionRow* option_named(const std::string& name) {
  const std::string word = on_command_line(name);
  const auto found = std::find_if(option_table().begin(), option_table().end(),
                                  [&](const OptionRow& row) { return on_command_line(row.name) == word; });
  return found == option_table().end() ? nullptr : &*found;
}

std::string guess(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string close = nearest(word, candidates);
  return close.empty() ? "see sleave --help" : "did you mean " + close + "?";
}

// "keep-going" for "--keep-going".
std::string bare(const std::string& name) { return on_command_line(name).substr(2); }

Error unknown_name(const std::string& name, const std::string& source) {
  std::vector<std::string> known;
  for (const OptionRow& row : option_table()) known.push_back(bare(row.name));
  return wrong(source, fmt::format("there is no option {}\n{}", name, guess(bare(name), known)));
}

Result<Setting> make_setting(const std::string& name, std::string value, const std::string& command,
                             const std::string& source) {
  const OptionRow* row = option_named(name);
  if (row == nullptr) return unknown_name(name, source);
  if (!command.empty() && !row->taken_by(command)) {
    return wrong(source, fmt::format("sleave {} has no option {}", command, bare(name)));
  }
  if (row->is_switch() && value != "true" && value != "false") {
    if (value != "1" && value != "0") return wrong(source, bare(name) + " is a switch: true or false");
    value = value == "1" ? "true" : "false";
  }
  if (row->is_answer() && (value == "true" || value == "false")) value = value == "true" ? "yes" : "no";
  return Setting{on_command_line(row->name), std::move(value), command, source};
}

// One line of the file, read from left to right.
class Line {
 public:
  explicit Line(const std::string& text) : text_(text) {}

  bool at_end() {
    skip_blanks();
    return place_ == text_.size() || text_[place_] == '#';
  }
  bool take(char wanted) {
    skip_blanks();
    if (place_ == text_.size() || text_[place_] != wanted) return false;
    ++place_;
    return true;
  }
  // A bare word of TOML; empty if there is none.
  std::string word() {
    skip_blanks();
    const std::size_t from = place_;
    while (place_ < text_.size() && is_bare(text_[place_])) ++place_;
    return text_.substr(from, place_ - from);
  }
  // A string, a number or a boolean; nothing if it is none of them.
  std::optional<std::string> value() {
    skip_blanks();
    if (place_ < text_.size() && (text_[place_] == '"' || text_[place_] == '\'')) return quoted(text_[place_++]);
    std::string bare_word = word();
    if (bare_word == "true" || bare_word == "false") return bare_word;
    std::erase(bare_word, '_');
    const bool number = !bare_word.empty() && std::all_of(bare_word.begin(), bare_word.end(),
                                                          [](unsigned char c) { return std::isdigit(c) != 0; });
    return number ? std::optional(bare_word) : std::nullopt;
  }

 private:
  static bool is_bare(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

  void skip_blanks() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t' || text_[place_] == '\r')) ++place_;
  }

  std::optional<std::string> quoted(char mark) {
    std::string value;
    for (; place_ < text_.size(); ++place_) {
      char c = text_[place_];
      if (c == mark) {
        ++place_;
        return value;
      }
      if (c == '\\' && mark == '"') {
        if (++place_ == text_.size()) break;
        c = text_[place_];
        if (c != '"' && c != '\\') return std::nullopt;  // escapes that no option needs
      }
      value += c;
    }
    return std::nullopt;
  }

  const std::string& text_;
  std::size_t place_ = 0;
};

Result<std::string> section(Line& line, const std::string& source) {
  const std::string name = line.word();
  if (name.empty() || !line.take(']') || !line.at_end()) return wrong(source, "a section is one word: [run]");
  std::vector<std::string> commands;
  for (const CommandRow& row : command_table()) {
    if (name == row.name) return name;
    commands.emplace_back(row.name);
  }
  return wrong(source, fmt::format("there is no command {}\n{}", name, guess(name, commands)));
}

Result<Setting> setting(Line& line, const std::string& command, const std::string& source) {
  const std::string name = line.word();
  if (name.empty() || !line.take('=')) return wrong(source, "expected: option = value");
  std::optional<std::string> value = line.value();
  if (!value) return wrong(source, "a value is a string in quotes, a whole number, true or false");
  if (!line.at_end()) return wrong(source, "more than one value");
  return make_setting(name, std::move(*value), command, source);
}

// The parts of a list between colons; quotes keep a colon, and are dropped.
Result<std::vector<std::string>> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  char open = 0;
  for (const char c : text) {
    if (open == 0 && (c == '\'' || c == '"')) {
      open = c;
    } else if (open != 0 && c == open) {
      open = 0;
    } else if (open == 0 && c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (open != 0) return wrong(kSettingsVariable, "a quote is not closed");
  std::erase(parts, "");
  return parts;
}

// The file of the current folder, or of the nearest one above that has one; empty if none has. One that somebody else
// may have written is named and left out.
std::string find_settings_file() {
  std::error_code problem;
  for (std::filesystem::path folder = std::filesystem::current_path(problem); !folder.empty();
       folder = folder.parent_path()) {
    const std::filesystem::path file = folder / kSettingsFile;
    if (std::filesystem::is_regular_file(file, problem)) {
      const FileTrust trust = trust_in(file.string());
      if (trust.doubt.empty()) return file.string();
      print_problem(fmt::format("note: {} is not read: {}", file.string(), trust.doubt));
    }
    if (folder == folder.root_path()) break;
  }
  return "";
}

// A file that is not the user's own must not choose what the user starts.
Status start_nothing(const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) {
    for (const char* option : kStartsPrograms) {
      if (setting.option != option) continue;
      return wrong(setting.source, fmt::format("{} starts programs, and this file is not yours\n"
                                               "give it on the command line or in a file of your own",
                                               option + 2));
    }
  }
  return ok();
}

Result<std::vector<Setting>> settings_of_file(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  Result<std::vector<Setting>> settings = settings_in_file(*text, path);
  if (!settings || trust_in(path).own) return settings;
  if (const Status harmless = start_nothing(*settings); !harmless) return harmless.error();
  return settings;
}

}  // namespace

Result<std::vector<Setting>> settings_in_variable(const std::string& text) {
  const Result<std::vector<std::string>> parts = parts_of(text);
  if (!parts) return parts.error();
  std::vector<Setting> settings;
  for (const std::string& part : *parts) {
    const std::size_t equals = part.find('=');
    const std::string name = part.substr(0, equals);
    const OptionRow* row = option_named(name);
    if (row != nullptr && !row->is_switch() && !row->is_answer() && equals == std::string::npos) {
      return wrong(kSettingsVariable, fmt::format("{} needs a value", name));
    }
    Result<Setting> made =
        make_setting(name, equals == std::string::npos ? "true" : part.substr(equals + 1), "", kSettingsVariable);
    if (!made) return made.error();
    settings.push_back(std::move(*made));
  }
  return settings;
}

Result<std::vector<Setting>> settings_in_file(const std::string& text, const std::string& path) {
  std::vector<Setting> for_all;
  std::vector<Setting> for_one;  // these count more
  std::set<std::string> seen;
  std::string command;
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string words; std::getline(lines, words);) {
    const std::string source = fmt::format("{}:{}", path, ++number);
    Line line(words);
    if (line.at_end()) continue;
    if (line.take('[')) {
      Result<std::string> named = section(line, source);
      if (!named) return named.error();
      command = *named;
      continue;
    }
    Result<Setting> made = setting(line, command, source);
    if (!made) return made.error();
    if (!seen.insert(command + made->option).second) return wrong(source, made->option.substr(2) + " is set twice");
    (command.empty() ? for_all : for_one).push_back(std::move(*made));
  }
  for_all.insert(for_all.end(), for_one.begin(), for_one.end());
  return for_all;
}

Result<std::vector<Setting>> take_settings(const std::string& command) {
  std::vector<Setting> all;
  if (const std::string path = find_settings_file(); !path.empty()) {
    const Result<std::vector<Setting>> settings = settings_of_file(path);
    if (!settings) return settings.error();
    all = *settings;
  }
  if (const char* text = std::getenv(kSettingsVariable); text != nullptr) {
    const Result<std::vector<Setting>> settings = settings_in_variable(text);
    ::unsetenv(kSettingsVariable);
    if (!settings) return settings.error();
    all.insert(all.end(), settings->begin(), settings->end());
  }
  std::erase_if(all, [&](const Setting& setting) {
    return (!setting.command.empty() && setting.command != command) || !option_named(setting.option)->taken_by(command);
  });
  return all;
}

std::string as_word(const Setting& setting) { return setting.option + "=" + setting.value; }

}  // namespace sleave
