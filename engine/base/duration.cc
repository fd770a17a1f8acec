#include "engine/base/duration.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace sleave {
namespace {

struct Unit {
  std::string_view name;
  long long milliseconds;
};
constexpr Unit kUnits[] = {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};
constexpr double kLongest = 1e15;  // milliseconds; far beyond any campaign, and exact in a double

}  // namespace

Result<std::chrono::milliseconds> parse_duration(const std::string& text) {
  const Error wrong{Tier::usage, "'" + text + "' is not a duration\nwrite for example 500ms, 30s, 5m or 2h"};
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (problem != std::errc() || !std::isfinite(number) || number < 0) return wrong;
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit.empty()) unit = "s";
  for (const Unit& known : kUnits) {
    if (known.name != unit) continue;
    const double milliseconds = number * static_cast<double>(known.milliseconds);
    if (milliseconds > kLongest) return wrong;
    return std::chrono::milliseconds(std::llround(milliseconds));
  }
  return wrong;
}

std::string format_duration(std::chrono::milliseconds duration) {
  const long long count = duration.count();
  if (count % 3'600'000 == 0 && count != 0) return std::to_string(count / 3'600'000) + "h";
  if (count % 60'000 == 0 && count != 0) return std::to_string(count / 60'000) + "m";
  if (count % 1000 == 0) return std::to_string(count / 1000) + "s";
  return std::to_string(count) + "ms";
}

}  // namespace sleave
