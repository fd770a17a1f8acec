// What instrumented code looks up before it calls the hook of a plain access (abi/hooks.h): a copy of KnownBytes of the
// memory touched last, by the low bits of its address. Whatever changes or clears KnownBytes does the same here.
#pragma once

#include <cstdint>

#include "abi/hooks.h"
#include "runtime/race/known_bytes.h"

// Shared libraries look at it too, but nobody can put another in its place.
extern "C" __attribute__((visibility("protected"))) struct sleave_known __sleave_known;

namespace sleave::rt {

inline std::uint64_t& known_word(std::uintptr_t address) {
  return __sleave_known.words[address / 8 % SLEAVE_KNOWN_WORDS];
}

inline void forget_known_word(std::uintptr_t address) { known_word(address) = 0; }

// `mark`: of the epoch that `known` is of; 0: none.
inline void set_known_word(std::uintptr_t address, KnownBytes known, std::uint64_t mark) {
  const std::uint64_t place = address / 8 * 8 << SLEAVE_KNOWN_ADDRESS_SHIFT;
  known_word(address) = mark == 0 ? 0 : (place ^ mark) | known.unknown();
}

}  // namespace sleave::rt
