#include "engine/synth/trial.h"

#include <cstdlib>
#include <sstream>

namespace sleave::synth {
namespace {

// The line in "file:12:3: error: ..."; 0: it is of another file.
std::size_t line_in(const std::string& message, const std::string& file) {
  if (!message.starts_with(file + ":")) return 0;
  return std::strtoul(message.c_str() + file.size() + 1, nullptr, 10);
}

// The line in "/folder/file:12: undefined reference to ...", which a linker says; 0: it says something else.
std::size_t line_without_definition(const std::string& message, const std::string& file) {
  const std::size_t end = message.find(": undefined reference to ");
  const std::size_t begin = end == std::string::npos ? end : message.rfind(file + ":", end);
  return begin == std::string::npos ? 0 : std::strtoul(message.c_str() + begin + file.size() + 1, nullptr, 10);
}

}  // namespace

std::set<std::size_t> rejected_lines(const std::string& messages, const std::string& file) {
  std::set<std::size_t> lines;
  std::istringstream stream(messages);
  bool in_error = false;
  for (std::string message; std::getline(stream, message);) {
    if (const std::size_t line = line_without_definition(message, file); line != 0) lines.insert(line);
    if (message.find(": error: ") != std::string::npos) in_error = true;
    if (message.find(": warning: ") != std::string::npos) in_error = false;
    if (!in_error) continue;
    if (const std::size_t line = line_in(message, file); line != 0) lines.insert(line);
  }
  return lines;
}

}  // namespace sleave::synth
