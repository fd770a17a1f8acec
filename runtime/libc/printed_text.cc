#include "runtime/libc/printed_text.h"

#include <stddef.h>
#include <string.h>
#include <wchar.h>

#include <cstddef>

#include "runtime/base/runtime.h"
#include "runtime/io/buffers.h"
#include "runtime/record/escape.h"

namespace sleave::rt {

namespace {

constexpr long kNoLimit = -1;

// One conversion, from behind its '%'.
struct Conversion {
  char kind;
  bool wide;           // l, ll, j, z, t: as long as a long
  bool long_double;    // L
  std::size_t stored;  // bytes that %n writes
  long most;           // the precision
};

bool is_one_of(char letter, const char* letters) { return letter != 0 && strchr(letters, letter) != nullptr; }

long read_number(const char*& format) {
  long number = 0;
  while (*format >= '0' && *format <= '9') number = number * 10 + (*format++ - '0');
  return number;
}

// The arguments of a list are taken by reference: a va_list that is a parameter would be a pointer.
struct Arguments {
  va_list list;
};

Conversion read_conversion(const char*& format, Arguments& arguments) {
  Conversion result = {0, false, false, sizeof(int), kNoLimit};
  while (is_one_of(*format, "-+ #0'I123456789*")) {
    if (*format++ == '*') va_arg(arguments.list, int);
  }
  if (*format == '.') {
    ++format;
    const bool by_argument = *format == '*';
    if (by_argument) ++format;
    result.most = by_argument ? va_arg(arguments.list, int) : read_number(format);
  }
  for (; is_one_of(*format, "hljztLq"); ++format) {
    if (*format == 'h') {
      result.stored = result.stored == sizeof(short) ? sizeof(char) : sizeof(short);
    } else {
      result.wide = *format != 'L';
      result.long_double = *format == 'L';
      result.stored = sizeof(long);
    }
  }
  result.kind = *format;
  if (*format != 0) ++format;
  return result;
}

void announce_text(const char* text, long most, std::uintptr_t site) {
  if (text == nullptr) return;
  const std::size_t bytes = most < 0 ? strlen(text) + 1 : strnlen(text, static_cast<std::size_t>(most));
  const iovec part = {const_cast<char*>(text), bytes};
  buffers_read(&part, 1, site);
}

// A precision of wide text counts the bytes that are printed: each letter has one at least.
void announce_wide_text(const wchar_t* text, long most, std::uintptr_t site) {
  if (text == nullptr) return;
  const std::size_t letters = most < 0 ? wcslen(text) + 1 : wcsnlen(text, static_cast<std::size_t>(most));
  const iovec part = {const_cast<wchar_t*>(text), letters * sizeof(wchar_t)};
  buffers_read(&part, 1, site);
}

void announce_stored(void* number, std::size_t bytes, std::uintptr_t site) {
  const iovec part = {number, bytes};
  if (number != nullptr) buffers_filled(&part, 1, static_cast<long>(bytes), site);
}

// False: it is not known, and neither is where the arguments after it are.
bool announce(const Conversion& conversion, Arguments& arguments, std::uintptr_t site) {
  switch (conversion.kind) {
    case '%':
    case 'm':
      return true;
    case 's':
    case 'S':
      if (conversion.wide || conversion.kind == 'S')
        announce_wide_text(va_arg(arguments.list, const wchar_t*), conversion.most, site);
      else
        announce_text(va_arg(arguments.list, const char*), conversion.most, site);
      return true;
    case 'n':
      announce_stored(va_arg(arguments.list, void*), conversion.stored, site);
      return true;
    case 'p':
      va_arg(arguments.list, void*);
      return true;
    default:
      break;
  }
  if (is_one_of(conversion.kind, "diouxXcCbB")) {
    if (conversion.wide)
      va_arg(arguments.list, long);
    else
      va_arg(arguments.list, int);
    return true;
  }
  if (!is_one_of(conversion.kind, "eEfFgGaA")) return false;
  if (conversion.long_double)
    va_arg(arguments.list, long double);
  else
    va_arg(arguments.list, double);
  return true;
}

}  // namespace

void announce_printed(const char* format, va_list list, std::uintptr_t site) {
  if (!controlled() || format == nullptr) return;
  announce_text(format, kNoLimit, site);
  Arguments arguments;
  va_copy(arguments.list, list);
  while ((format = strchr(format, '%')) != nullptr) {
    ++format;
    const Conversion conversion = read_conversion(format, arguments);
    if (announce(conversion, arguments, site)) continue;
    record_escape(SLEAVE_ESCAPE_gap, "printf", 0, site);
    break;
  }
  va_end(arguments.list);
}

}  // namespace sleave::rt
