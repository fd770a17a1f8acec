// Which bytes of memory depend on the input: of which expression, and which of its bytes.
//
// Memory is also written by code that is not tracked. So what is known of a byte holds only as long as the byte has the
// value that its expression had: every reader checks that.
#pragma once

#include <cstdint>

#include "abi/follow.h"
#include "runtime/symbolic/word.h"

// Shared libraries use it too, but nobody can put another in its place.
extern "C" __attribute__((visibility("protected"))) struct sleave_following __sleave_following;

namespace sleave::rt {

// The word of `width` bits at `address`, little-endian, whose memory has the given value.
Word shadow_read(const void* address, unsigned width, sleave_uint128 value, std::uintptr_t site);

// Memory now holds `what`; the rest of its last byte is 0.
void shadow_write(void* address, const Word& what);

// These bytes depend on nothing.
void shadow_clear(void* address, std::uint64_t bytes);

// `to` becomes a copy of `from`; they may overlap.
void shadow_copy(void* to, const void* from, std::uint64_t bytes);

// Whether something is known of the byte: then it is memory of the program.
bool shadow_knows(const void* address);

// The same of any of these bytes.
bool shadow_knows_some(const void* address, std::uint64_t bytes);

// One byte of memory as it is now.
Word shadow_byte(const void* address, std::uintptr_t site);

}  // namespace sleave::rt
