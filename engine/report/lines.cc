#include "engine/report/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <utility>

namespace sleave {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

// The well-formed UTF-8 sequence at the start of `text` (Unicode, table 3-7), and its code point; no bytes if there is
// none.
struct Sequence {
  std::size_t bytes = 0;
  std::uint32_t code = 0;
};

Sequence first_sequence(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {1, first};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || bytes > text.size()) return {};
  std::uint32_t code = first & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!continues(text[i])) return {};
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kLeast[bytes] || code > 0x10ffff || surrogate) return {};
  return {bytes, code};
}

// What acts on a terminal or on the text around it instead of being seen: controls, marks and overrides of the
// direction, line and paragraph separators, and the invisible tags and annotations.
bool is_control(std::uint32_t code) {
  constexpr std::pair<std::uint32_t, std::uint32_t> kRanges[] = {
      {0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},   {0x200b, 0x200b}, {0x200e, 0x200f},
      {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const auto& range) { return code >= range.first && code <= range.second; });
}

constexpr const char* kPlain = "\033[0m";

const char* color_of(Role role) {
  switch (role) {
    case Role::warning:
      return "\033[1;31m";
    case Role::access:
      return "\033[1;34m";
    case Role::location:
    case Role::good:
      return "\033[32m";
    case Role::mutex:
      return "\033[35m";
    case Role::thread:
      return "\033[36m";
    case Role::key:
      return "\033[1m";
    case Role::faint:
      return "\033[2m";
    case Role::caution:
      return "\033[33m";
  }
  return kPlain;
}

// Bytes of one of our color codes at the start of `text`, or 0.
std::size_t color_bytes(std::string_view text) {
  if (text.starts_with(kPlain)) return std::strlen(kPlain);
  for (const Role role : {Role::warning, Role::access, Role::location, Role::mutex, Role::thread, Role::key,
                          Role::faint, Role::caution}) {
    if (text.starts_with(color_of(role))) return std::strlen(color_of(role));
  }
  return 0;
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
    const auto [bytes, code] = first_sequence(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(bytes, 1));
    if (sequence == "\n" || sequence == "\t") {
      result += ' ';
    } else {
      result += bytes == 0 || is_control(code) ? std::string_view("?") : sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return result;
}

std::string printable(std::string_view text, bool painted) {
  std::string result;
  while (!text.empty()) {
    const std::size_t color = painted ? color_bytes(text) : 0;
    const std::size_t kept = color != 0 ? color : text[0] == '\n' || text[0] == '\t' ? 1 : 0;
    const std::size_t taken = kept != 0 ? kept : std::max<std::size_t>(first_sequence(text).bytes, 1);
    result += kept != 0 ? std::string(text.substr(0, kept)) : clean(text.substr(0, taken));
    text.remove_prefix(taken);
  }
  return result;
}

std::string shell_word(std::string_view text) {
  const auto is_safe = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-./+=:@%,").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_safe)) return std::string(text);
  std::string word;
  if (clean(text) == text) {
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + word + "'";
  }
  // With escapes: bash, zsh, ksh, busybox, POSIX since 2024.
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7e) {
      word += fmt::format("\\{:03o}", byte);
    } else {
      word += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
    }
  }
  return "$'" + word + "'";
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
  return color_of(role) + std::string(text) + kPlain;
}

}  // namespace sleave
