#include "engine/expr/word.h"

#include <array>
#include <cstddef>

#include "abi/inputs/floating.h"

namespace sleave::expr {
namespace {

Word signed_quotient(Word a, Word b, unsigned width) {
  const SignedWord x = as_signed(a, width);
  const SignedWord y = as_signed(b, width);
  if (y == 0) return x < 0 ? 1 : ones(width);
  if (y == -1) return Word{0} - a;  // also the one quotient that has no place
  return static_cast<Word>(x / y);
}

Word signed_remainder(Word a, Word b, unsigned width) {
  const SignedWord x = as_signed(a, width);
  const SignedWord y = as_signed(b, width);
  if (y == 0) return a;
  return y == -1 ? 0 : static_cast<Word>(x % y);
}

Word shifted_down_signed(Word a, Word by, unsigned width) {
  const SignedWord x = as_signed(a, width);
  if (by >= width) return x < 0 ? ones(width) : 0;
  return static_cast<Word>(x >> static_cast<unsigned>(by));
}

// May have bits above the width.
Word raw(Op op, const Shape& shape, Word a, Word b, Word c) {
  const unsigned width = shape.operand_width;
  switch (op) {
    case Op::constant:
    case Op::input:
      return a;
    case Op::bit_not:
      return ~a;
    case Op::extract:
      return a >> shape.low;
    case Op::sign_extend:
      return static_cast<Word>(as_signed(a, width));
    case Op::concat:
      return (a << width) | b;
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::udiv:
      return b == 0 ? ones(width) : a / b;
    case Op::urem:
      return b == 0 ? a : a % b;
    case Op::sdiv:
      return signed_quotient(a, b, width);
    case Op::srem:
      return signed_remainder(a, b, width);
    case Op::bit_and:
      return a & b;
    case Op::bit_or:
      return a | b;
    case Op::bit_xor:
      return a ^ b;
    case Op::shl:
      return b >= width ? 0 : a << static_cast<unsigned>(b);
    case Op::lshr:
      return b >= width ? 0 : a >> static_cast<unsigned>(b);
    case Op::ashr:
      return shifted_down_signed(a, b, width);
    case Op::equal:
      return a == b ? 1 : 0;
    case Op::ult:
      return a < b ? 1 : 0;
    case Op::slt:
      return as_signed(a, width) < as_signed(b, width) ? 1 : 0;
    case Op::choose:
      return a != 0 ? b : c;
    default:
      return floating::apply(static_cast<unsigned>(op), width, shape.width, a, b);
  }
}

}  // namespace

unsigned operands_of(Op op) {
  constexpr std::array<std::uint8_t, kOps> kOperands{
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) operands,
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
  };
  return kOperands[static_cast<std::size_t>(op)];
}

Word apply(Op op, const Shape& shape, Word a, Word b, Word c) { return raw(op, shape, a, b, c) & ones(shape.width); }

}  // namespace sleave::expr
