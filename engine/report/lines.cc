#include "engine/report/lines.h"

#include <algorithm>

namespace sleave {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

// Length of the UTF-8 sequence at the start of `text` if it is well-formed enough to print, else 0.
std::size_t sequence_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4 || length > text.size()) return 0;
  return std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), continues) ? length : 0;
}

bool is_control(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first < 0x20 || first == 0x7f;
  return sequence.size() == 2 && first == 0xc2 && static_cast<unsigned char>(sequence[1]) < 0xa0;
}

// Bytes of the first `width` columns.
std::size_t bytes_of_columns(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  while (at < text.size() && (width > 0 || continues(text[at]))) {
    if (!continues(text[at])) --width;
    ++at;
    while (at < text.size() && continues(text[at])) ++at;
  }
  return at;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (sequence == "\n" || sequence == "\t") {
      result += ' ';
    } else {
      result += length == 0 || is_control(sequence) ? std::string_view("?") : sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return result;
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 1);
  std::vector<std::string> lines;
  while (columns(text) > width) {
    std::size_t end = bytes_of_columns(text, width);
    const std::size_t space = text.rfind(' ', end);
    if (space != std::string_view::npos && space > 0) end = space;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (lines.back().ends_with(' ')) lines.back().pop_back();
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

std::string wrap_lines(std::string_view text, std::size_t width) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (columns(line) <= width || line.starts_with(' ')) {
      result += std::string(line) + "\n";
      continue;
    }
    std::string before;
    for (const std::string& part : wrap(line, std::max<std::size_t>(width, 3) - 2)) {
      result += before + part + "\n";
      before = "  ";
    }
  }
  return result;
}

std::string keep_end(std::string_view text, std::size_t width) {
  const std::size_t total = columns(text);
  if (total <= width) return std::string(text);
  if (width <= 3) return std::string(text.substr(bytes_of_columns(text, total - width)));
  return "..." + std::string(text.substr(bytes_of_columns(text, total - (width - 3))));
}

std::string pad(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

std::string paint(std::string_view text, Role role, bool color) {
  if (!color || text.empty()) return std::string(text);
  const char* code = "";
  switch (role) {
    case Role::warning:
      code = "\033[1;31m";
      break;
    case Role::access:
      code = "\033[1;34m";
      break;
    case Role::location:
      code = "\033[32m";
      break;
    case Role::mutex:
      code = "\033[35m";
      break;
    case Role::thread:
      code = "\033[36m";
      break;
    case Role::key:
      code = "\033[1m";
      break;
    case Role::faint:
      code = "\033[2m";
      break;
    case Role::good:
      code = "\033[32m";
      break;
    case Role::caution:
      code = "\033[33m";
      break;
  }
  return code + std::string(text) + "\033[0m";
}

}  // namespace sleave
