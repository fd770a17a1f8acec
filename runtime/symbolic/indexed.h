// Reads at places that depend on the input (__sleave_follow_indexed).
#pragma once

#include <cstdint>

#include "abi/hooks.h"

namespace sleave::rt {

// The expression of what the current thread loads at the address, if the load was announced and its place became a
// choice; otherwise 0. Only once.
std::uint32_t take_indexed(const void* address, unsigned width, sleave_uint128 value);

// A module was unloaded: its memory may be anybody's now.
void forget_constants();

}  // namespace sleave::rt
