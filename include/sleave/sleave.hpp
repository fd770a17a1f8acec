// Inputs for C++: <sleave/sleave.h> with types.
//
//   int n = sleave::any<int>("n");                        any value
//   int k = sleave::any_in(1, 6, "k");                    from 1 to 6, both included
//   auto op = sleave::any_of<Operation>(3, "operation");  one of the first three
//   std::string s = sleave::text("s", 8);                 at most eight characters
//   sleave::assume(n < k);
#ifndef SLEAVE_SLEAVE_HPP
#define SLEAVE_SLEAVE_HPP

#include <cstddef>
#include <string>
#include <type_traits>

#include "sleave.h"

namespace sleave {

// A value with these bytes; without Sleave all are zero.
template <typename T>
T any(const char* name) {
  static_assert(std::is_trivially_copyable<T>::value, "an input is made of bytes");
  T value{};
  if (std::is_same<T, bool>::value) {  // only two of the values of its byte are one of its own
    unsigned char byte = 0;
    sleave_symbolic(&byte, 1, name);
    byte &= 1;
    __builtin_memcpy(&value, &byte, 1);
  } else {
    sleave_symbolic(&value, sizeof value, name);
  }
  return value;
}

template <typename T>
T any_in(T low, T high, const char* name) {
  static_assert(std::is_integral<T>::value, "a range of integers");
  return static_cast<T>(sleave_range(static_cast<long long>(low), static_cast<long long>(high), name));
}

// The enumerator, or index, numbered from 0 to count - 1.
template <typename T>
T any_of(std::size_t count, const char* name) {
  return static_cast<T>(sleave_range(0, static_cast<long long>(count) - 1, name));
}

// Up to `longest` characters, none of them zero.
inline std::string text(const char* name, std::size_t longest) {
  std::string all(longest, '\0');
  sleave_symbolic(&all[0], longest, name);
  std::size_t length = 0;
  while (length < longest && all[length] != '\0') ++length;
  all.resize(length);
  return all;
}

inline void assume(bool condition) { sleave_assume(condition ? 1 : 0); }

}  // namespace sleave

#endif
