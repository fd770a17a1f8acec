#include "engine/strategy/shared/run_items.h"

namespace sleave {
namespace {

constexpr std::size_t kNumber = 8;  // bytes

void append(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (std::size_t i = 0; i < kNumber; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

std::uint64_t number_at(std::span<const std::uint8_t> bytes, std::size_t place) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kNumber; ++i) number |= std::uint64_t{bytes[place + i]} << (8 * i);
  return number;
}

}  // namespace

std::vector<std::uint8_t> bytes_of(const ItemRange& range) {
  std::vector<std::uint8_t> bytes;
  append(bytes, range.first);
  append(bytes, range.count);
  return bytes;
}

std::optional<ItemRange> range_of(std::span<const std::uint8_t> bytes, std::uint64_t items) {
  if (bytes.size() != 2 * kNumber) return std::nullopt;
  const ItemRange range{number_at(bytes, 0), number_at(bytes, kNumber)};
  if (range.count == 0 || range.first >= items || range.count > items - range.first) return std::nullopt;
  return range;
}

}  // namespace sleave
