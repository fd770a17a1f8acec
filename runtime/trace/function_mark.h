// How a function was compiled, by the mark in front of it (SLEAVE_FUNCTION_MARK of abi/hooks.h).
#pragma once

#include <string.h>

#include <cstdint>

#include "abi/hooks.h"
#include "runtime/base/raw.h"

namespace sleave::rt {

enum class Compiled : std::uint8_t {
  elsewhere,  // by a compiler without the pass
  scheduled,  // instrumented
  tracked,    // instrumented, and values that depend on inputs are tracked
};

// There may be nothing in front of a function. UndefinedBehaviorSanitizer puts eight bytes between it and the mark.
inline Compiled how_compiled(const void* function) {
  constexpr std::uintptr_t kSanitizerBytes = 8;
  const auto address = reinterpret_cast<std::uintptr_t>(function);
  std::uint64_t mark[2];
  constexpr std::uintptr_t kMost = sizeof mark + kSanitizerBytes;
  if (address < kMost) return Compiled::elsewhere;
  if (address % kSystemPageBytes < kMost && !is_mapped(address - kMost)) return Compiled::elsewhere;
  memcpy(mark, reinterpret_cast<const void*>(address - sizeof mark), sizeof mark);
  if (mark[0] != SLEAVE_FUNCTION_MARK) {
    memcpy(mark, reinterpret_cast<const void*>(address - kMost), sizeof mark);
    if (mark[0] != SLEAVE_FUNCTION_MARK) return Compiled::elsewhere;
  }
  return mark[1] == SLEAVE_FUNCTION_TRACKED ? Compiled::tracked : Compiled::scheduled;
}

}  // namespace sleave::rt
