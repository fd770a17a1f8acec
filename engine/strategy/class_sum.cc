#include "engine/strategy/class_sum.h"

#include <fmt/format.h>

#include <charconv>

#include "engine/base/rng.h"

namespace sleave {
namespace {

constexpr std::size_t kHalf = 16;  // digits of one number

std::optional<std::uint64_t> number(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (problem != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

void ClassSum::add(std::uint64_t hash, End end) {
  const std::uint64_t low = mix64(hash ^ mix64(static_cast<std::uint64_t>(end)));
  *this += ClassSum(mix64(low), low);
}

ClassSum& ClassSum::operator+=(const ClassSum& other) {
  low_ += other.low_;
  high_ += other.high_ + (low_ < other.low_ ? 1 : 0);
  return *this;
}

ClassSum& ClassSum::operator-=(const ClassSum& other) {
  high_ -= other.high_ + (low_ < other.low_ ? 1 : 0);
  low_ -= other.low_;
  return *this;
}

std::string ClassSum::text() const { return fmt::format("{:016x}{:016x}", high_, low_); }

std::optional<ClassSum> ClassSum::from_text(std::string_view text) {
  if (text.size() != 2 * kHalf) return std::nullopt;
  const std::optional<std::uint64_t> high = number(text.substr(0, kHalf));
  const std::optional<std::uint64_t> low = number(text.substr(kHalf));
  if (!high || !low) return std::nullopt;
  return ClassSum(*high, *low);
}

}  // namespace sleave
