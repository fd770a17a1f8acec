// KnownBits: bits of an expression that are the same whatever the input is. Enough to see that a byte stays below 256
// after it was widened, that a masked value has no upper bits, that an address is aligned.
#pragma once

#include "engine/expr/word.h"

namespace sleave::expr {

struct KnownBits {
  Word zeros = 0;  // surely 0
  Word ones = 0;   // surely 1

  [[nodiscard]] bool all(unsigned width) const { return (zeros | ones) == expr::ones(width); }
  [[nodiscard]] Word least() const { return ones; }
  [[nodiscard]] Word most(unsigned width) const { return expr::ones(width) & ~zeros; }

  static KnownBits of(Word value, unsigned width) { return {~value & expr::ones(width), value}; }
};

// What is known of the result, from what is known of the operands. Sound: nothing is known that is not so.
KnownBits known_bits(Op op, const Shape& shape, const KnownBits& a, const KnownBits& b, const KnownBits& c);

}  // namespace sleave::expr
