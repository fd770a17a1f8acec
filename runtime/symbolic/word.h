// Words that may depend on the input: a value of 1 to 128 bits, and the expression that gives it, 0 if there is none.
// Operations compute both. What is made of constants alone stays one; an expression's operands that have none become
// constants there. Only what makes expressions smaller at once is simplified: the explorer does the rest.
#pragma once

#include <cstdint>

#include "abi/hooks.h"
#include "abi/words.h"
#include "runtime/symbolic/nodes.h"

namespace sleave::rt {

struct Word {
  unsigned width;
  sleave_uint128 value;  // bits above the width are 0
  std::uint32_t expression = 0;

  [[nodiscard]] bool follows() const { return expression != 0; }
};

constexpr sleave_uint128 ones(unsigned width) {
  return width >= kMostBits ? ~sleave_uint128{0} : (sleave_uint128{1} << width) - 1;
}

inline Word constant(unsigned width, sleave_uint128 value) { return {width, value & ones(width)}; }

// An operand as compiled code gives it. Its expression's own value counts: compiled code may compute anything where the
// language leaves it open (a shift by too much) and then choose something else.
Word word(unsigned width, std::uint32_t expression, sleave_uint128 value);

// The same where the value is used for good. If it is not that of the expression, which would be a mistake of ours or
// undefined behavior, the word is a constant, and the loss is counted at `site`.
Word used_word(unsigned width, std::uint32_t expression, sleave_uint128 value, std::uintptr_t site);

// Two operands of the same width; the result has it, too, or one bit for comparisons.
Word binary(sleave_expression_op op, const Word& left, const Word& right);

inline Word equal(const Word& left, const Word& right) { return binary(SLEAVE_OP_equal, left, right); }
inline Word below(const Word& left, const Word& right) { return binary(SLEAVE_OP_ult, left, right); }
inline Word signed_below(const Word& left, const Word& right) { return binary(SLEAVE_OP_slt, left, right); }

// Floating-point numbers (abi/inputs/floating.h); the result has `width` bits.
Word floating_operation(sleave_expression_op op, unsigned width, const Word& left, const Word& right);

Word inverted(const Word& operand);
// `width` bits from `low` on.
Word extract(const Word& operand, unsigned low, unsigned width);
// `upper` and `lower` together have at most 128 bits.
Word concat(const Word& upper, const Word& lower);
Word zero_extended(const Word& operand, unsigned width);
Word sign_extended(const Word& operand, unsigned width);
Word choose(const Word& condition, const Word& then, const Word& otherwise);

// Whether the word is other than 0, as one bit.
Word is_set(const Word& operand);

}  // namespace sleave::rt
