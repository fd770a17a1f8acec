// Options that are not on the command line: those of the project's sleave.toml, and of the variable SLEAVE_OPTIONS.
// The names are those of the command line, with '-' or '_'. What comes later counts: the file, the variable, the
// command line.
//
//   SLEAVE_OPTIONS=runs=500:keep-going:solver='cvc5 --incremental'
//
// The file is read only if nobody but the user and root can have written it, and names programs to start only if it is
// the user's own.
//
//   # sleave.toml, in the current folder or one above it: TOML with strings, integers, true and false
//   time = "30s"          # for every command that takes it
//   [run]                 # for this command
//   keep-going = true
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave {

constexpr const char* kSettingsVariable = "SLEAVE_OPTIONS";
constexpr const char* kSettingsFile = "sleave.toml";

struct Setting {
  std::string option;   // "--keep-going"
  std::string value;    // of a switch: "true" or "false"
  std::string command;  // "": every command that takes it
  std::string source;   // for people: "sleave.toml:3"
};

// Both check names and commands against cli/tables/options.def; a wrong one is answered with the nearest.
Result<std::vector<Setting>> settings_in_variable(const std::string& text);
Result<std::vector<Setting>> settings_in_file(const std::string& text, const std::string& path);

// Those for one command, in the order in which they count. Takes the variable out of the environment: programs under
// test must not see it.
Result<std::vector<Setting>> take_settings(const std::string& command);

// "--runs=500".
std::string as_word(const Setting& setting);

}  // namespace sleave
