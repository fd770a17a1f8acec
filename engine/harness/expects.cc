#include "engine/harness/expects.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace sleave::harness {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// The colon after the name, which may be that of a method: List::insert.
std::size_t colon_in(const std::string& line) {
  for (std::size_t at = line.find(':'); at != std::string::npos; at = line.find(':', at + 1)) {
    if (at + 1 < line.size() && line[at + 1] == ':') {
      ++at;
    } else {
      return at;
    }
  }
  return std::string::npos;
}

}  // namespace

Result<Expects> read_expects(const std::string& text, const std::string& name) {
  Expects expects;
  std::istringstream stream(text);
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line = trimmed(line);
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = colon_in(line);
    const std::string function = trimmed(line.substr(0, colon));
    if (colon == std::string::npos || function.empty() || function.find(' ') != std::string::npos) {
      return Error{Tier::usage, fmt::format("{}:{}: use 'function: condition'", name, number)};
    }
    const std::string condition = trimmed(line.substr(colon + 1));
    std::vector<std::string>& conditions = expects[function];
    if (!condition.empty()) conditions.push_back(condition);
  }
  return expects;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (end != begin) words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace sleave::harness
