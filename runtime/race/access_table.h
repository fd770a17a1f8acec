// Numbers for (site, kind, size): a history keeps only the number.
#pragma once

#include <cstdint>

#include "abi/words.h"

namespace sleave::rt {

struct AccessWhat {
  std::uintptr_t site;
  sleave_access_kind kind;
  std::uint32_t bytes;  // 0: a range, see the trace
};

constexpr std::uint32_t kLargestSized = 16;

// The number of an access; the same one for the same three. 1 is the first: 0 means no access.
std::uint32_t access_number(std::uintptr_t site, sleave_access_kind kind, std::uint64_t bytes);

AccessWhat access_what(std::uint32_t number);

}  // namespace sleave::rt
