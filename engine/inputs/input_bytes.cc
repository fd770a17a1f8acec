#include "engine/inputs/input_bytes.h"

#include <cstddef>

namespace sleave {
namespace {

constexpr std::size_t kHeader = 12;  // name and size

void append(std::vector<std::uint8_t>& bytes, std::uint64_t number, unsigned size) {
  for (unsigned i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * i));
}

std::uint64_t number_at(std::span<const std::uint8_t> bytes, std::size_t at, unsigned size) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < size; ++i) number |= std::uint64_t{bytes[at + i]} << 8 * i;
  return number;
}

}  // namespace

std::vector<std::uint8_t> bytes_of_inputs(const std::vector<Plan::Input>& inputs) {
  std::vector<std::uint8_t> bytes;
  for (const Plan::Input& input : inputs) {
    append(bytes, input.name, 8);
    append(bytes, input.bytes.size(), 4);
    for (const std::byte byte : input.bytes) bytes.push_back(std::to_integer<std::uint8_t>(byte));
  }
  return bytes;
}

std::optional<std::vector<Plan::Input>> inputs_from_bytes(std::span<const std::uint8_t> bytes) {
  std::vector<Plan::Input> inputs;
  while (!bytes.empty()) {
    if (bytes.size() < kHeader) return std::nullopt;
    const std::uint64_t size = number_at(bytes, 8, 4);
    if (size > bytes.size() - kHeader) return std::nullopt;
    const auto values = std::as_bytes(bytes.subspan(kHeader, size));
    inputs.push_back({.name = number_at(bytes, 0, 8), .bytes = {values.begin(), values.end()}});
    bytes = bytes.subspan(kHeader + size);
  }
  return inputs;
}

}  // namespace sleave
