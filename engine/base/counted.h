// "1 switch", "3 switches": a number with what it counts.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace sleave {

inline std::string counted(std::uint64_t number, std::string_view what) {
  const bool hiss = what.ends_with("ch");
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : hiss ? "es" : "s");
}

// Where the plural is irregular, or more than the noun changes.
inline std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

}  // namespace sleave
