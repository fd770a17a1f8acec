#include "cli/options/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "cli/options/options.h"
#include "cli/options/toml.h"
#include "cli/options/trusted_file.h"
#include "cli/print/output.h"
#include "engine/base/file.h"

namespace sleave {
namespace {

// Options whose values are commands, or files of commands.
constexpr const char* kStartsPrograms[] = {"--solver", "--debugger-commands", "--client"};

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

Status check_command(const TomlSection& section, const std::string& path) {
  if (section.line == 0) return ok();  // for every command
  std::vector<std::string> commands;
  for (const CommandRow& row : command_table()) {
    if (section.name == row.name) return ok();
    commands.emplace_back(row.name);
  }
  return wrong(fmt::format("{}:{}", path, section.line),
               fmt::format("there is no command {}\n{}", section.name, guess(section.name, commands)));
}

Result<std::vector<Setting>> settings_of(const TomlSection& section, const std::string& path) {
  if (const Status known = check_command(section, path); !known) return known.error();
  std::vector<Setting> settings;
  std::set<std::string> seen;  // keep-going and keep_going are two names to TOML
  for (const TomlValue& value : section.values) {
    const std::string source = fmt::format("{}:{}", path, value.line);
    Result<Setting> made = make_setting(value.name, value.value, section.name, source);
    if (!made) return made.error();
    if (!seen.insert(made->option).second) return wrong(source, made->option.substr(2) + " is set twice");
    settings.push_back(std::move(*made));
  }
  return settings;
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
  const Result<std::vector<TomlSection>> sections = read_toml(text, path);
  if (!sections) return sections.error();
  std::vector<Setting> all;  // those for every command come first: those for one take precedence
  for (const TomlSection& section : *sections) {
    const Result<std::vector<Setting>> settings = settings_of(section, path);
    if (!settings) return settings.error();
    all.insert(all.end(), settings->begin(), settings->end());
  }
  return all;
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
