// Results of calls as text, so that they can be compared and shown.
#ifndef SLEAVE_CLIENT_RESULTS_HPP
#define SLEAVE_CLIENT_RESULTS_HPP

#include <exception>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

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

template <typename A, typename B>
std::string text_of(const std::pair<A, B>& value);

// Of what has no text, nothing is shown and nothing compared; of a pointer, what it points to.
template <typename T>
std::string text_of(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, char>) {
    return {'\'', value, '\''};
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
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
  } else {
    return "?";
  }
}

template <typename A, typename B>
std::string text_of(const std::pair<A, B>& value) {
  return "(" + text_of(value.first) + ", " + text_of(value.second) + ")";
}

// What the call returned; empty: nothing. `ended` is told that the call is over, before its result becomes text.
template <typename Function>
std::string result_of(Function function, Ended& ended) {
  try {
    if constexpr (std::is_void_v<decltype(function())>) {
      function();
      ended();
      return "";
    } else {
      const auto value = function();
      ended();
      return text_of(value);
    }
  } catch (const std::exception& thrown) {
    ended();
    return std::string("throws ") + typeid(thrown).name();
  } catch (...) {
    ended();
    return "throws";
  }
}

}  // namespace client
}  // namespace sleave

#endif
