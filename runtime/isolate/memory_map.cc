#include "runtime/isolate/memory_map.h"

namespace sleave::rt {

namespace {

// Reads a number in hexadecimal; moves `at` behind it.
std::uintptr_t hex_number(const char*& at, const char* end) {
  std::uintptr_t number = 0;
  for (; at < end; ++at) {
    const char c = *at;
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) break;
    number = number * 16 + static_cast<std::uintptr_t>(digit);
  }
  return number;
}

}  // namespace

// "begin-end rwxp offset device inode   path": an inode of 0 means no file.
bool parse_mapping(const char* line, const char* end, MappedRange& range) {
  const char* at = line;
  range.begin = hex_number(at, end);
  if (at == end || *at != '-') return false;
  ++at;
  range.end = hex_number(at, end);
  if (end - at < 6) return false;
  range.writable = at[2] == 'w';
  range.shared = at[4] == 's';
  at += 6;
  for (int spaces = 0; spaces < 2 && at < end; ++at) {
    if (*at == ' ') ++spaces;
  }
  range.from_file = at < end && *at != '0';
  return true;
}

}  // namespace sleave::rt
