// The C++ side of the stand-in: see sleave.h.
#ifndef JOINT_FIXED_SLEAVE_HPP
#define JOINT_FIXED_SLEAVE_HPP

#include <sleave/sleave.h>

#include <cstddef>
#include <string>
#include <type_traits>

namespace sleave {

template <class T>
T any(const char* name) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value{};
  joint_take(&value, sizeof value, name);
  return value;
}

template <class T>
T any_in(T low, T high, const char* name) {
  return static_cast<T>(sleave_range(static_cast<long>(low), static_cast<long>(high), name));
}

template <class Enum>
Enum any_of(int count, const char* name) {
  return static_cast<Enum>(sleave_range(0, count - 1, name));
}

inline std::string text(const char* name, std::size_t longest) {
  std::string characters(longest, '\0');
  joint_take(characters.data(), longest, name);
  characters.resize(characters.find('\0') == std::string::npos ? longest : characters.find('\0'));
  return characters;
}

inline void assume(bool condition) { sleave_assume(condition); }

}  // namespace sleave

#endif
