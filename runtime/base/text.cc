#include "runtime/base/text.h"

namespace sleave::rt {

void Text::put(char c) {
  if (used_ + 1 >= bytes_) return;
  buffer_[used_++] = c;
  buffer_[used_] = 0;
}

Text& Text::add(const char* text) {
  if (text == nullptr) text = "(null)";
  while (*text != 0) put(*text++);
  return *this;
}

Text& Text::add(const char* text, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes && text[i] != 0; ++i) put(text[i]);
  return *this;
}

Text& Text::add(std::uint64_t number) {
  char digits[20];
  int n = 0;
  do {
    digits[n++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (n > 0) put(digits[--n]);
  return *this;
}

Text& Text::hex(std::uint64_t number) {
  add("0x");
  int shift = 60;
  while (shift > 0 && (number >> shift) == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) put("0123456789abcdef"[(number >> shift) & 15]);
  return *this;
}

}  // namespace sleave::rt
