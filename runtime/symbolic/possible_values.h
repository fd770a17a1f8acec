// PossibleValues: the values of a word for all inputs, as far as a short look at its expression shows: numbers between
// two bounds that differ by multiples of a step. Enough to see that `table[x % 12].name` reads one of twelve places.
#pragma once

#include <cstdint>

#include "runtime/symbolic/nodes.h"

namespace sleave::rt {

using Signed = __int128;

// Some of these numbers is the word's value, but for multiples of 2 to the power of its width.
struct PossibleValues {
  Signed low;
  Signed high;
  sleave_uint128 step;  // 0: there is but one
  Signed now;           // in this run
};

// Of an expression of 64 bits, as numbers without sign.
PossibleValues possible_addresses(std::uint32_t expression);

}  // namespace sleave::rt
