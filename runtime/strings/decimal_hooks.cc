// Hooks of functions that read a number with a fraction from a text, and of the square root, which sets errno and is a
// call therefore (abi/calls/string_calls.def).
#include <stdlib.h>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/strings/string_call.h"

namespace sleave::rt {
namespace {

template <typename Number>
sleave_uint128 bits_of(Number number) {
  if constexpr (sizeof(Number) == 8) return __builtin_bit_cast(std::uint64_t, number);
  return __builtin_bit_cast(std::uint32_t, static_cast<float>(number));
}

// Characters of the number and the one behind it.
std::uint64_t looked_at(const char* text, const char* end) { return static_cast<std::uint64_t>(end - text) + 1; }

template <typename Number>
Number read_decimal(const StringCall& call, Number (*read)(const char*, char**), const char* text, char** end,
                    std::uintptr_t site) {
  char* found = nullptr;
  read(text, &found);
  announce_read(text, looked_at(text, found), site);
  if (end != nullptr) announce_write(end, sizeof *end, site);
  const Number value = read(text, &found);
  call.read_decimal(text, found, sizeof(Number) * 8, bits_of(value));
  if (end != nullptr) {
    *end = found;
    call.cleared(end, sizeof *end);
  }
  return value;
}

template <typename Number>
Number square_root(const StringCall& call, Number (*root)(Number), Number number) {
  const Number result = root(number);
  call.rooted(sizeof(Number) * 8, bits_of(result));
  return result;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT double __sleave_atof(const char* text) {
  const StringCall call(SLEAVE_HOOK(__sleave_atof), SLEAVE_SITE_HERE, text);
  return read_decimal<double>(call, strtod, text, nullptr, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT double __sleave_strtod(const char* text, char** end) {
  const StringCall call(SLEAVE_HOOK(__sleave_strtod), SLEAVE_SITE_HERE, text, end);
  return read_decimal<double>(call, strtod, text, end, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT float __sleave_strtof(const char* text, char** end) {
  const StringCall call(SLEAVE_HOOK(__sleave_strtof), SLEAVE_SITE_HERE, text, end);
  return read_decimal<float>(call, strtof, text, end, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT double __sleave_sqrt(double number, double (*root)(double)) {
  const StringCall call(SLEAVE_HOOK(__sleave_sqrt), SLEAVE_SITE_HERE, number);
  return square_root(call, root, number);
}

SLEAVE_EXPORT float __sleave_sqrtf(float number, float (*root)(float)) {
  const StringCall call(SLEAVE_HOOK(__sleave_sqrtf), SLEAVE_SITE_HERE, number);
  return square_root(call, root, number);
}
