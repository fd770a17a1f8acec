// Hooks of <stdlib.h>'s functions that read a number from a text (abi/calls/string_calls.def).
#include <stdlib.h>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/strings/string_call.h"

namespace sleave::rt {
namespace {

// Characters of the number and the one behind it.
std::uint64_t looked_at(const char* text, const char* end) { return static_cast<std::uint64_t>(end - text) + 1; }

void announce_number(const char* text, std::uintptr_t site) {
  char* end = nullptr;
  strtoll(text, &end, 10);
  announce_read(text, looked_at(text, end), site);
}

template <typename Number>
StringCall::Number number(Number value, int base) {
  constexpr bool is_signed = static_cast<Number>(-1) < 0;
  return {64, sizeof(Number) * 8, is_signed, static_cast<unsigned>(base), static_cast<std::uint64_t>(value)};
}

// strtol and its relatives.
template <typename Number>
Number read_number(const StringCall& call, Number (*read)(const char*, char**, int), const char* text, char** end,
                   int base, std::uintptr_t site) {
  char* found = nullptr;
  read(text, &found, base);
  announce_read(text, looked_at(text, found), site);
  if (end != nullptr) announce_write(end, sizeof *end, site);
  const Number value = read(text, &found, base);
  call.read_number(text, number(value, base));
  if (end != nullptr) {
    *end = found;
    call.cleared(end, sizeof *end);
  }
  return value;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

// As libc reads it: a long, cut to its lower half.
SLEAVE_EXPORT int __sleave_atoi(const char* text) {
  const StringCall call(SLEAVE_HOOK(__sleave_atoi), SLEAVE_SITE_HERE, text);
  announce_number(text, SLEAVE_SITE_HERE);
  const int value = atoi(text);
  call.read_number(text, number(value, 10));
  return value;
}

SLEAVE_EXPORT long __sleave_atol(const char* text) {
  const StringCall call(SLEAVE_HOOK(__sleave_atol), SLEAVE_SITE_HERE, text);
  announce_number(text, SLEAVE_SITE_HERE);
  const long value = atol(text);
  call.read_number(text, number(value, 10));
  return value;
}

SLEAVE_EXPORT long long __sleave_atoll(const char* text) {
  const StringCall call(SLEAVE_HOOK(__sleave_atoll), SLEAVE_SITE_HERE, text);
  announce_number(text, SLEAVE_SITE_HERE);
  const long long value = atoll(text);
  call.read_number(text, number(value, 10));
  return value;
}

#define SLEAVE_NUMBER_HOOK(type, name)                                                      \
  SLEAVE_EXPORT type __sleave_##name(const char* text, char** end, int base) {              \
    const StringCall call(SLEAVE_HOOK(__sleave_##name), SLEAVE_SITE_HERE, text, end, base); \
    return read_number<type>(call, name, text, end, base, SLEAVE_SITE_HERE);                \
  }
SLEAVE_NUMBER_HOOK(long, strtol)
SLEAVE_NUMBER_HOOK(long long, strtoll)
SLEAVE_NUMBER_HOOK(unsigned long, strtoul)
SLEAVE_NUMBER_HOOK(unsigned long long, strtoull)
#undef SLEAVE_NUMBER_HOOK
