// Word arithmetic of 1 to 128 bits: what each operation of abi/expressions.def means, in one place.
//
// A Word is always kept within its width: the bits above are 0.
#pragma once

#include <bit>
#include <cstdint>

namespace sleave::expr {

__extension__ using Word = unsigned __int128;
__extension__ using SignedWord = __int128;

constexpr unsigned kMostBits = 128;

enum class Op : std::uint8_t {
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) name,
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
};

constexpr unsigned kOps = 0
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) +1
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
    ;

unsigned operands_of(Op op);

// Of floating-point numbers.
constexpr bool is_floating(Op op) { return op >= Op::float_add && op <= Op::float_resize; }
// Results of 1 bit, whatever the width of the operands.
constexpr bool is_comparison(Op op) {
  return op == Op::equal || op == Op::ult || op == Op::slt || op == Op::float_below || op == Op::float_equal;
}
// Results of another width than the operand.
constexpr bool is_conversion(Op op) { return op >= Op::float_of_signed && op <= Op::float_resize; }

// The lower `width` bits set.
constexpr Word ones(unsigned width) { return width >= kMostBits ? ~Word{0} : (Word{1} << width) - 1; }

constexpr Word top_bit(unsigned width) { return Word{1} << (width - 1); }

// How many bits `word` takes: the number of the highest one that is set, from 1 on; 0 for 0.
constexpr unsigned bits_used(Word word) {
  const auto upper = static_cast<std::uint64_t>(word >> 64);
  return upper != 0 ? 64 + std::bit_width(upper) : std::bit_width(static_cast<std::uint64_t>(word));
}

constexpr SignedWord as_signed(Word word, unsigned width) {
  const unsigned unused = kMostBits - width;
  return static_cast<SignedWord>(word << unused) >> unused;
}

// An operation on values. `width` is that of the operands, but of the result for extract and sign_extend, whose operand
// has `operand_width` bits; `low` is the first bit of an extract. For concat, `operand_width` is the width of the
// second.
struct Shape {
  unsigned width = 0;          // of the result
  unsigned operand_width = 0;  // of the first operand; of the second for concat
  unsigned low = 0;            // extract
};
Word apply(Op op, const Shape& shape, Word a, Word b, Word c);

}  // namespace sleave::expr
