#include "engine/analyze/names/input_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/analyze/names/shape_words.h"

namespace sleave {
namespace {

// Longer values are cut; the replay file has all of it.
constexpr std::size_t kMostBytes = 64;

bool is_plain(std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }
bool is_text(std::uint8_t byte) { return is_plain(byte) || byte == '\n' || byte == '\t' || byte == '\r'; }

std::string escaped(std::uint8_t byte) {
  switch (byte) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    default:
      return std::string(1, static_cast<char>(byte));
  }
}

std::string quoted(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += escaped(byte);
  return '"' + text + '"';
}

std::span<const std::uint8_t> without_zeros(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty() && bytes.back() == 0) bytes = bytes.first(bytes.size() - 1);
  return bytes;
}

std::uint64_t number(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < std::min(bytes.size(), sizeof value); ++i) value |= std::uint64_t{bytes[i]} << 8 * i;
  return value;
}

std::string number_text(std::span<const std::uint8_t> bytes) {
  const std::uint64_t value = number(bytes);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes.size());
  const std::int64_t with_sign = static_cast<std::int64_t>(value << unused) >> unused;
  std::string text = fmt::format("{}", value);
  if (with_sign < 0) text += fmt::format(" (signed {}, 0x{:x})", with_sign, value);
  if (std::all_of(bytes.begin(), bytes.end(), is_plain)) text += fmt::format(" ({})", quoted(bytes));
  return text;
}

std::string hexadecimal(std::span<const std::uint8_t> bytes) {
  std::string text = "0x";
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace

std::string input_text(std::span<const std::uint8_t> bytes) {
  const std::size_t size = bytes.size();
  if (size == 1 || size == 2 || size == 4 || size == 8) return number_text(bytes);
  const std::size_t shown = std::min(size, kMostBytes);
  const std::string rest = shown < size ? fmt::format("... ({} bytes)", size) : "";
  const std::span<const std::uint8_t> characters = without_zeros(bytes);
  const bool text = std::all_of(characters.begin(), characters.end(), is_text);
  if (text && characters.size() <= kMostBytes) return quoted(characters);
  return (text ? quoted(bytes.first(shown)) : hexadecimal(bytes.first(shown))) + rest;
}

std::string range_text(std::span<const std::uint8_t> bytes, std::int64_t base) {
  return fmt::format("{}", static_cast<std::int64_t>(static_cast<std::uint64_t>(base) + number(bytes)));
}

std::vector<FindingInput> finding_inputs(const Trace& trace) {
  const ShapeWords shapes(trace);
  std::vector<FindingInput> inputs;
  for (const sleave_trace_input& asked : trace.inputs) {
    if (shapes.is_of_missing_node(asked)) continue;
    const auto bytes = std::span(trace.input_bytes).subspan(asked.first, asked.bytes);
    const auto value = [&] {
      if (is_shape_link(asked)) return shapes.held(asked, bytes[0]);
      return asked.base == 0 ? input_text(bytes) : range_text(bytes, asked.base);
    };
    inputs.push_back({.name = written_out(asked.text),
                      .thread = trace.thread_label(asked.thread),
                      .ordinal = asked.ordinal,
                      .bytes = hexadecimal(bytes).substr(2),
                      .value = value()});
  }
  return inputs;
}

}  // namespace sleave
