// The mappings of this process, from /proc/self/maps, read without libc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"

namespace sleave::rt {

constexpr std::size_t kMapTextBytes = 1u << 20;  // thousands of mappings

struct MappedRange {
  std::uintptr_t begin;
  std::uintptr_t end;
  bool writable;
  bool shared;
  bool from_file;
};

// One line of the file; false: not one.
bool parse_mapping(const char* line, const char* end, MappedRange& range);

// Reads all of it into `text` (kMapTextBytes) before the first visit: what a visit does may change it. False if it
// cannot be read or is too long.
template <typename Visit>
bool for_each_mapping(char* text, Visit visit) {
  if (text == nullptr) return false;
  const int descriptor = open_high("/proc/self/maps");
  if (descriptor < 0) return false;
  std::size_t used = 0;
  long n = 0;
  while (used < kMapTextBytes && (n = raw_call(__NR_read, descriptor, reinterpret_cast<long>(text + used),
                                               static_cast<long>(kMapTextBytes - used))) > 0) {
    used += static_cast<std::size_t>(n);
  }
  raw_call(__NR_close, descriptor);
  if (n != 0) return false;
  for (char* line = text; line < text + used;) {
    char* end = line;
    while (end < text + used && *end != '\n') ++end;
    MappedRange range;
    if (!parse_mapping(line, end, range)) return false;
    visit(range);
    line = end + 1;
  }
  return true;
}

}  // namespace sleave::rt
