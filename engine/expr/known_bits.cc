#include "engine/expr/known_bits.h"

namespace sleave::expr {
namespace {

KnownBits nothing() { return {}; }

KnownBits path_constraint(bool certain, bool value) { return certain ? KnownBits::of(value ? 1 : 0, 1) : nothing(); }

// How many of the lowest bits are known in both.
unsigned low_known(const KnownBits& a, const KnownBits& b, unsigned width) {
  const Word open = ones(width) & ~((a.zeros | a.ones) & (b.zeros | b.ones));
  return open == 0 ? width : bits_used(open & (Word{0} - open)) - 1;
}

// Sums, differences and products: their lowest bits depend on the lowest bits of the operands only.
KnownBits low_bits(Op op, const Shape& shape, const KnownBits& a, const KnownBits& b) {
  const unsigned count = low_known(a, b, shape.width);
  if (count == 0) return nothing();
  const Word value = apply(op, shape, a.ones, b.ones, 0) & ones(count);
  return {~value & ones(count), value};
}

// Of a number that is at most `most`.
KnownBits at_most(Word most, unsigned width) { return {ones(width) & ~ones(bits_used(most)), 0}; }

KnownBits both(const KnownBits& a, const KnownBits& b) { return {a.zeros | b.zeros, a.ones | b.ones}; }

KnownBits sum(const Shape& shape, const KnownBits& a, const KnownBits& b) {
  const KnownBits low = low_bits(Op::add, shape, a, b);
  const Word x = a.most(shape.width);
  const Word y = b.most(shape.width);
  const bool may_overflow = x > ones(shape.width) - y;
  return may_overflow ? low : both(low, at_most(x + y, shape.width));
}

KnownBits shifted(Op op, const Shape& shape, const KnownBits& a, const KnownBits& by) {
  if (!by.all(shape.width)) return nothing();
  const Word filled = apply(op, shape, a.ones, by.ones, 0);
  const Word zeros = apply(op, shape, a.zeros, by.ones, 0);
  if (op == Op::ashr) return {zeros, filled};  // the sign is copied in both, if it is known at all
  const Word moved = apply(op, shape, ones(shape.width), by.ones, 0);
  return {zeros | (ones(shape.width) & ~moved), filled};
}

KnownBits sign_extended(const Shape& shape, const KnownBits& a) {
  const Word sign = top_bit(shape.operand_width);
  const Word upper = ones(shape.width) & ~ones(shape.operand_width);
  return {a.zeros | ((a.zeros & sign) != 0 ? upper : 0), a.ones | ((a.ones & sign) != 0 ? upper : 0)};
}

KnownBits compared(const Shape& shape, const KnownBits& a, const KnownBits& b) {
  const unsigned width = shape.operand_width;
  if (a.most(width) < b.least()) return path_constraint(true, true);
  return path_constraint(a.least() >= b.most(width), false);
}

// Signed order is unsigned order with the signs inverted.
KnownBits with_sign_inverted(const KnownBits& a, unsigned width) {
  const Word sign = top_bit(width);
  return {(a.zeros & ~sign) | (a.ones & sign), (a.ones & ~sign) | (a.zeros & sign)};
}

}  // namespace

KnownBits known_bits(Op op, const Shape& shape, const KnownBits& a, const KnownBits& b, const KnownBits& c) {
  const unsigned width = shape.width;
  switch (op) {
    case Op::constant:
    case Op::input:
      return nothing();
    case Op::bit_not:
      return {a.ones, a.zeros};
    case Op::extract:
      return {(a.zeros >> shape.low) & ones(width), (a.ones >> shape.low) & ones(width)};
    case Op::sign_extend:
      return sign_extended(shape, a);
    case Op::concat:
      return {(a.zeros << shape.operand_width) | b.zeros, (a.ones << shape.operand_width) | b.ones};
    case Op::add:
      return sum(shape, a, b);
    case Op::sub:
    case Op::mul:
      return low_bits(op, shape, a, b);
    case Op::udiv:
      return b.least() == 0 ? nothing() : at_most(a.most(width) / b.least(), width);
    case Op::urem: {
      const Word below_divisor = b.least() == 0 ? ones(width) : b.most(width) - 1;
      return at_most(below_divisor < a.most(width) ? below_divisor : a.most(width), width);
    }
    case Op::sdiv:
    case Op::srem:
      return nothing();
    case Op::bit_and:
      return {a.zeros | b.zeros, a.ones & b.ones};
    case Op::bit_or:
      return {a.zeros & b.zeros, a.ones | b.ones};
    case Op::bit_xor:
      return {(a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros)};
    case Op::shl:
    case Op::lshr:
    case Op::ashr:
      return shifted(op, shape, a, b);
    case Op::equal:
      return path_constraint(((a.zeros & b.ones) | (a.ones & b.zeros)) != 0, false);
    case Op::ult:
      return compared(shape, a, b);
    case Op::slt:
      return compared(shape, with_sign_inverted(a, shape.operand_width), with_sign_inverted(b, shape.operand_width));
    case Op::choose:
      return {b.zeros & c.zeros, b.ones & c.ones};
    default:  // floating-point numbers
      return nothing();
  }
}

}  // namespace sleave::expr
