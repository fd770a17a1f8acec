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
#include <vector>

namespace sleave {
namespace client {

template <typename T>
std::string text_of(const T& value) {
  std::ostringstream text;
  text << std::boolalpha << value;
  return text.str();
}

inline std::string text_of(const std::string& value) { return '"' + value + '"'; }

template <typename T>
std::string text_of(const std::optional<T>& value) {
  return value ? text_of(*value) : "nothing";
}

template <typename A, typename B>
std::string text_of(const std::pair<A, B>& value) {
  return "(" + text_of(value.first) + ", " + text_of(value.second) + ")";
}

template <typename T>
std::string text_of(const std::vector<T>& values) {
  std::string text = "{";
  for (const T& value : values) text += (text.size() == 1 ? "" : ", ") + text_of(value);
  return text + "}";
}

// What the call returned; empty: nothing.
template <typename Call>
std::string result_of(Call call) {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return "";
    } else {
      return text_of(call());
    }
  } catch (const std::exception& thrown) {
    return std::string("throws ") + typeid(thrown).name();
  }
}

}  // namespace client
}  // namespace sleave

#endif
