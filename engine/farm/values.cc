#include <fmt/format.h>

#include <bit>
#include <limits>

#include "engine/farm/database.h"

namespace sleave::farm {
namespace {

constexpr std::uint32_t kBytesType = 17;  // PostgreSQL's number of bytea

// Numbers of its binary form have their highest byte first.
void append(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
}

int digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

}  // namespace

std::string Value::text_of(double number) { return fmt::format("{:.17g}", number); }
std::string Value::text_of(std::int64_t number) { return std::to_string(number); }
std::string Value::text_of(std::uint64_t number) { return std::to_string(number); }

Value Value::bytes(std::span<const std::uint8_t> bytes) { return {std::string(bytes.begin(), bytes.end()), true}; }

Value Value::array(const std::vector<std::string>& elements) {
  return {fmt::format("{{{}}}", fmt::join(elements, ",")), false};
}

Value Value::byte_arrays(const std::vector<std::vector<std::uint8_t>>& elements) {
  if (elements.empty()) return {"{}"};
  std::string bytes;
  append(bytes, 1);  // dimensions
  append(bytes, 0);  // no nulls
  append(bytes, kBytesType);
  append(bytes, static_cast<std::uint32_t>(elements.size()));
  append(bytes, 1);  // its first index
  for (const std::vector<std::uint8_t>& element : elements) {
    append(bytes, static_cast<std::uint32_t>(element.size()));
    bytes.append(element.begin(), element.end());
  }
  return {std::move(bytes), true};
}

Error Answer::error() const {
  return {kind == Kind::lost ? Tier::environment : Tier::internal, "the farm's database: " + problem};
}

std::vector<std::string> array_elements(const std::string& text) {
  std::vector<std::string> elements;
  if (text.size() <= 2) return elements;
  for (std::size_t at = 1; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size() - 1);
    elements.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return elements;
}

// Inside an array the value is quoted, and its backslash is doubled.
std::optional<std::vector<std::uint8_t>> bytes_of(const std::string& text) {
  const std::size_t begin = text.find('x');
  if (begin == std::string::npos) return std::nullopt;
  std::string_view digits = std::string_view(text).substr(begin + 1);
  if (digits.ends_with('"')) digits.remove_suffix(1);
  if (digits.size() % 2 != 0) return std::nullopt;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = digit(digits[i]);
    const int low = digit(digits[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<std::uint8_t>(high << 4 | low));
  }
  return bytes;
}

}  // namespace sleave::farm
