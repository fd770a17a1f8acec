// The part of TOML that sleave.toml uses: sections of named strings, integers and booleans. Parsed by toml++, whose
// headers only toml.cc includes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave {

struct TomlValue {
  std::string name;
  std::string value;  // an integer in decimal; "true" or "false"
  std::size_t line = 0;
};

struct TomlSection {
  std::string name;
  std::size_t line = 0;  // 0: the values before the first section, which have no name
  std::vector<TomlValue> values;
};

// In the order of the file; those before the first section come first, even if there are none. A value of another type,
// or a section inside a section, is an error, as is text that is not TOML. Errors start with "path:line: ".
Result<std::vector<TomlSection>> read_toml(const std::string& text, const std::string& path);

}  // namespace sleave
