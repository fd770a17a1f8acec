#include "engine/base/size.h"

#include <charconv>
#include <limits>
#include <string_view>

namespace sleave {

Result<std::uint64_t> parse_size(const std::string& text) {
  const Error wrong{Tier::usage, "'" + text + "' is not a size\nwrite for example 512M or 4G"};
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc()) return wrong;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit.empty()) return number;
  constexpr std::string_view kUnits = "kKmMgGtT";
  const std::size_t found = unit.size() == 1 ? kUnits.find(unit[0]) : std::string_view::npos;
  if (found == std::string_view::npos) return wrong;
  const auto shift = static_cast<unsigned>(10 * (found / 2 + 1));
  if (number > std::numeric_limits<std::uint64_t>::max() >> shift) return wrong;
  return number << shift;
}

}  // namespace sleave
