// What printf's family reads and writes through its arguments, by the conversions of a format (printf(3)) that only the
// run knows.
#include <stdarg.h>
#include <string.h>
#include <wchar.h>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/record/escape.h"
#include "runtime/strings/format.h"
#include "runtime/trace/site.h"

namespace sleave::rt {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

class FormatReader {
 public:
  FormatReader(const char* format, va_list list, std::uintptr_t site) : at_(format), site_(site) {
    va_copy(list_, list);
  }
  ~FormatReader() { va_end(list_); }
  FormatReader(const FormatReader&) = delete;
  FormatReader& operator=(const FormatReader&) = delete;

  void read() {
    announce_read(at_, strlen(at_) + 1, site_);
    while ((at_ = strchr(at_, '%')) != nullptr) {
      ++at_;
      if (!read_conversion()) {
        record_escape(SLEAVE_ESCAPE_foreign_call, "a format that numbers its arguments", 0, site_);
        return;
      }
    }
  }

 private:
  // A number or a star; -1: neither. Numbers are cut, not wrapped.
  int read_number() {
    if (*at_ == '*') {
      ++at_;
      return va_arg(list_, int);
    }
    int number = -1;
    for (; is_digit(*at_); ++at_) number = number < 100000000 ? (number < 0 ? 0 : number) * 10 + (*at_ - '0') : number;
    return number;
  }

  // False: it is none that is known.
  bool read_conversion() {
    while (*at_ != 0 && strchr("-+ #0'I", *at_) != nullptr) ++at_;
    read_number();
    if (*at_ == '$') return false;
    int precision = -1;
    if (*at_ == '.') {
      ++at_;
      precision = *at_ == '*' || is_digit(*at_) ? read_number() : 0;
      if (*at_ == '$') return false;
    }
    int longs = 0;
    int shorts = 0;
    bool large = false;
    for (; *at_ != 0 && strchr("hlLqjzZt", *at_) != nullptr; ++at_) {
      if (*at_ == 'h') ++shorts;
      if (*at_ == 'L') large = true;
      if (*at_ != 'h' && *at_ != 'L') ++longs;
    }
    return take(*at_ == 0 ? 0 : *at_++, precision, {longs, shorts, large});
  }

  struct Size {
    int longs;
    int shorts;
    bool large;
  };

  bool take(char conversion, int precision, Size size) {
    switch (conversion) {
      case '%':
      case 'm':
        return true;
      case 's':
      case 'S':
        take_text(precision, conversion == 'S' || size.longs != 0);
        return true;
      case 'n':
        announce_write(va_arg(list_, void*), bytes_of(size), site_);
        return true;
      case 'p':
        va_arg(list_, void*);
        return true;
      case 0:
        return false;
    }
    if (strchr("diouxXcCbB", conversion) != nullptr) {
      if (size.longs != 0 || size.large) {
        va_arg(list_, long);
      } else {
        va_arg(list_, int);
      }
      return true;
    }
    if (strchr("eEfFgGaA", conversion) == nullptr) return false;
    if (size.large) {
      va_arg(list_, long double);
    } else {
      va_arg(list_, double);
    }
    return true;
  }

  static std::uint64_t bytes_of(Size size) {
    if (size.longs != 0 || size.large) return 8;
    return size.shorts == 0 ? 4 : size.shorts == 1 ? 2 : 1;
  }

  // Up to its end, or as many characters as are wanted.
  void take_text(int precision, bool wide) {
    const void* text = va_arg(list_, void*);
    if (text == nullptr) return;
    const std::size_t most = precision < 0 ? ~std::size_t{0} / 8 : static_cast<std::size_t>(precision);
    const std::size_t length =
        wide ? wcsnlen(static_cast<const wchar_t*>(text), most) : strnlen(static_cast<const char*>(text), most);
    announce_read(text, (length < most ? length + 1 : length) * (wide ? sizeof(wchar_t) : 1), site_);
  }

  const char* at_;
  std::uintptr_t site_;
  va_list list_;
};

}  // namespace

void announce_formatted(const char* format, va_list list, std::uintptr_t site) {
  if (!controlled() || format == nullptr || !is_seen_code(reinterpret_cast<const void*>(site))) return;
  FormatReader(format, list, site).read();
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_read_arguments(const char* format, ...) {
  va_list list;
  va_start(list, format);
  announce_formatted(format, list, SLEAVE_SITE_HERE);
  va_end(list);
}

// A list that is passed on is a pointer to it.
SLEAVE_EXPORT void __sleave_read_argument_list(const char* format, void* list) {
  announce_formatted(format, *static_cast<va_list*>(list), SLEAVE_SITE_HERE);
}
