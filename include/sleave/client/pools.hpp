// Pools: the values that arguments can have, and those that are added to them.
//
// Arguments with the same values share a pool. In a program that is compiled with SLEAVE_CLIENT_SOLVES, the value of such an
// argument is an input, which the search solves for; values that take other branches are then added to the pool of the
// program that tries all clients (--value=POOL:BYTES).
#ifndef SLEAVE_CLIENT_POOLS_HPP
#define SLEAVE_CLIENT_POOLS_HPP

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "results.hpp"

#ifdef SLEAVE_CLIENT_SOLVES
#include "../sleave.h"
#endif

namespace sleave {
namespace client {

// "1, 2 or 4711"
template <typename T>
std::string listed(const std::vector<T>& values) {
  std::string list;
  for (std::size_t i = 0; i < values.size(); ++i) {
    list += (i == 0 ? "" : i + 1 == values.size() ? " or " : ", ") + text_of(values[i]);
  }
  return list;
}

// Texts have at most so many characters.
constexpr std::size_t kLongestText = 16;

// Whether an enumerator has this value: compilers write others as a cast.
template <auto value>
constexpr bool is_named() {
  constexpr std::string_view function = __PRETTY_FUNCTION__;
  return function[function.find("value = ") + 8] != '(';
}

// clang takes no number that an enumeration has no room for as a constant of it, but its bytes.
template <typename T, int number>
constexpr T as_enumerator() {
  using Number = std::underlying_type_t<T>;
#ifdef __clang__
  return __builtin_bit_cast(T, static_cast<Number>(number));
#else
  return static_cast<T>(static_cast<Number>(number));
#endif
}

template <typename T, int number>
constexpr bool is_enumerator() {
  return static_cast<int>(static_cast<std::underlying_type_t<T>>(number)) == number && is_named<as_enumerator<T, number>()>();
}

template <typename T, int... numbers>
std::vector<T> enumerators_among(std::integer_sequence<int, numbers...> /*unused*/) {
  std::vector<T> values;
  ((is_enumerator<T, numbers>() ? values.push_back(as_enumerator<T, numbers>()) : void()), ...);
  return values;
}

// The enumerators from 0 to 63.
template <typename T>
std::vector<T> enumerators_of() {
  std::vector<T> values = enumerators_among<T>(std::make_integer_sequence<int, 64>());
  if (values.empty()) values.push_back(T{});
  return values;
}

// Values that are made of bytes: numbers, and texts.
template <typename T>
constexpr bool is_solvable() {
  return std::is_enum_v<T> || (std::is_integral_v<T> && !std::is_same_v<T, bool>) || std::is_same_v<T, std::string>;
}

// None: it is none of this type.
template <typename T>
std::optional<T> value_of(const std::string& bytes) {
  if constexpr (std::is_same_v<T, std::string>) {
    return std::string(bytes.c_str());
  } else if constexpr (is_solvable<T>()) {
    T value{};
    if (bytes.size() != sizeof value) return std::nullopt;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  } else {
    return std::nullopt;
  }
}

#ifdef SLEAVE_CLIENT_SOLVES
inline std::string pool_name(std::size_t pool) { return "pool " + std::to_string(pool); }

// An input, whose value in the first run is the given one; one of `allowed`, if there are any.
template <typename T>
T solved(T value, std::size_t pool, const std::vector<T>& allowed = {}) {
  if constexpr (std::is_same_v<T, std::string>) {
    char text[kLongestText] = {};
    std::memcpy(text, value.data(), value.size() < sizeof text ? value.size() : sizeof text);
    sleave_symbolic(text, sizeof text, pool_name(pool).c_str());
    bool is_printable = true;
    for (const char each : text) is_printable &= (each == '\0') | ((each >= ' ') & (each <= '~'));
    sleave_assume(is_printable ? 1 : 0);
    std::size_t length = 0;
    while (length < sizeof text && text[length] != '\0') ++length;
    value.assign(text, length);
  } else if constexpr (is_solvable<T>()) {
    sleave_symbolic(&value, sizeof value, pool_name(pool).c_str());
    bool is_allowed = allowed.empty();
    for (const T each : allowed) is_allowed |= value == each;
    sleave_assume(is_allowed ? 1 : 0);
  }
  return value;
}
#else
template <typename T>
T solved(T value, std::size_t /*pool*/, const std::vector<T>& /*allowed*/ = {}) {
  return value;
}
#endif

}  // namespace client
}  // namespace sleave

#endif
