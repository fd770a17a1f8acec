// Results of calls as text, so that they can be compared and shown.
#ifndef SLEAVE_CLIENT_RESULTS_HPP
#define SLEAVE_CLIENT_RESULTS_HPP

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "subject.hpp"

namespace sleave {
namespace client {

template <typename T, typename = void>
struct IsPrinted : std::false_type {};
template <typename T>
struct IsPrinted<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>> : std::true_type {};

template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(std::declval<const T&>().begin() != std::declval<const T&>().end())>> : std::true_type {};

// What can be empty and gives its content by *: std::optional, pointers of all kinds.
template <typename T, typename = void>
struct IsHolder : std::false_type {};
template <typename T>
struct IsHolder<T, std::void_t<decltype(*std::declval<const T&>()), decltype(static_cast<bool>(std::declval<const T&>()))>>
    : std::bool_constant<!std::is_void_v<std::remove_pointer_t<T>>> {};

template <typename T, typename = void>
struct IsTuple : std::false_type {};
template <typename T>
struct IsTuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::bool_constant<!IsRange<T>::value> {};

// The shortest text that names just this number: no digit is lost.
template <typename T>
std::string text_of_floating_point(T value) {
  char text[64];
  int digits = std::numeric_limits<T>::digits10;
  do {
    std::snprintf(text, sizeof text, "%.*Lg", digits, static_cast<long double>(value));
  } while (static_cast<T>(std::strtold(text, nullptr)) != value && digits++ < std::numeric_limits<T>::max_digits10);
  return text;
}

template <typename T>
std::string text_of(const T& value);

// "(1, 2)": a pair or a tuple.
template <typename T>
std::string text_of_tuple(const T& value) {
  return std::apply([](const auto&... each) {
    std::string text = "(";
    ((text += (text.size() == 1 ? "" : ", ") + text_of(each)), ...);
    return text + ")";
  }, value);
}

// Of what has no text, nothing is shown and nothing compared; of a pointer, what it points to.
template <typename T>
std::string text_of(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, char>) {
    return {'\'', value, '\''};
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return text_of_floating_point(value);
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_convertible_v<const T&, std::string>) {
    if constexpr (std::is_pointer_v<T>) {
      if (value == nullptr) return "nothing";
    }
    return '"' + std::string(value) + '"';
  } else if constexpr (std::is_same_v<T, void*> || std::is_same_v<T, const void*>) {
    return value == nullptr ? "nothing" : "something";
  } else if constexpr (IsHolder<T>::value) {
    return value ? text_of(*value) : "nothing";
  } else if constexpr (IsPrinted<T>::value) {
    std::ostringstream text;
    text << value;
    return text.str();
  } else if constexpr (IsRange<T>::value) {
    std::string text = "{";
    for (const auto& each : value) text += (text.size() == 1 ? "" : ", ") + text_of(each);
    return text + "}";
  } else if constexpr (IsTuple<T>::value) {
    return text_of_tuple(value);
  } else {
    return "?";
  }
}

// What a function does that an operation is given: notes the item, and adds 1 if it is a number that may be changed.
template <typename T>
void visit(T& item, std::vector<std::string>& seen) {
  seen.push_back(text_of(item));
  if constexpr (std::is_integral_v<T> && !std::is_const_v<T> && !std::is_same_v<T, bool>) {
    item = static_cast<T>(static_cast<std::make_unsigned_t<T>>(item) + 1);
  }
}

// What the call returned; empty: nothing. The call is over before `keep` gets its result and it becomes text.
template <typename Function, typename Keep>
std::string result_of(Function function, const CallTime& time, Keep keep) {
  try {
    if constexpr (std::is_void_v<decltype(function())>) {
      function();
      time.end();
      return "";
    } else {
      const auto value = function();
      time.end();
      keep(value);
      return text_of(value);
    }
  } catch (const std::exception& thrown) {
    time.end();
    return std::string("throws ") + typeid(thrown).name();
  } catch (...) {
    time.end();
    return "throws";
  }
}

}  // namespace client
}  // namespace sleave

#endif
