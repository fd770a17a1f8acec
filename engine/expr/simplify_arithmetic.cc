#include <algorithm>

#include "engine/expr/simplify_rules.h"

namespace sleave::expr {
namespace {

// The exponent, if `value` is a power of two.
std::optional<unsigned> power_of_two(Word value) {
  if (value == 0 || (value & (value - 1)) != 0) return std::nullopt;
  return bits_used(value) - 1;
}

// How many of the uppermost bits are surely 0.
unsigned leading_zeros(const Pool& pool, Expr e) {
  return pool.width(e) - bits_used(pool.known(e).most(pool.width(e)));
}

// Narrow words whose sum or product has room need no more bits than it has.
std::optional<Expr> narrowed(Pool& pool, const Node& node, unsigned needed) {
  const unsigned width = node.width;
  if (needed >= width) return std::nullopt;
  const Expr a = pool.extract(node.operands[0], 0, needed);
  const Expr b = pool.extract(node.operands[1], 0, needed);
  return pool.zero_extend(pool.binary(node.op, a, b), width);
}

}  // namespace

std::optional<Expr> simplify_add(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  const unsigned width = node.width;
  if (width == 1) return pool.binary(Op::bit_xor, a, b);
  if (pool.is_constant(b, 0)) return a;
  if (pool.is_constant(b) && pool.is(a, Op::add) && pool.is_constant(pool.node(a).operands[1])) {
    const Expr sum = pool.binary(Op::add, pool.node(a).operands[1], b);
    return pool.binary(Op::add, pool.node(a).operands[0], sum);
  }
  if (((~pool.known(a).zeros & ~pool.known(b).zeros) & ones(width)) == 0) return pool.binary(Op::bit_or, a, b);
  const unsigned free = std::min(leading_zeros(pool, a), leading_zeros(pool, b));
  return free > 1 ? narrowed(pool, node, width - free + 1) : std::nullopt;
}

std::optional<Expr> simplify_sub(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  const unsigned width = node.width;
  if (a == b) return pool.constant(width, 0);
  if (width == 1) return pool.binary(Op::bit_xor, a, b);
  if (pool.is_constant(b)) return pool.binary(Op::add, a, pool.constant(width, Word{0} - pool.node(b).value));
  return std::nullopt;
}

std::optional<Expr> simplify_mul(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  const unsigned width = node.width;
  if (width == 1) return pool.binary(Op::bit_and, a, b);
  if (pool.is_constant(b)) {
    const Word factor = pool.node(b).value;
    if (factor == 0) return b;
    if (const std::optional<unsigned> by = power_of_two(factor))
      return pool.binary(Op::shl, a, pool.constant(width, *by));
  }
  const unsigned free = leading_zeros(pool, a) + leading_zeros(pool, b);
  return free > width ? narrowed(pool, node, 2 * width - free) : std::nullopt;
}

std::optional<Expr> simplify_unsigned_division(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  const unsigned width = node.width;
  if (pool.is_constant(b)) {
    if (const std::optional<unsigned> by = power_of_two(pool.node(b).value)) {
      if (node.op == Op::udiv) return pool.binary(Op::lshr, a, pool.constant(width, *by));
      return pool.binary(Op::bit_and, a, pool.constant(width, ones(*by)));
    }
    // The divisor is not 0, so both results fit where both operands do.
    const unsigned free = std::min(leading_zeros(pool, a), leading_zeros(pool, b));
    if (free > 0 && pool.node(b).value != 0) return narrowed(pool, node, width - free);
  }
  return std::nullopt;
}

// Of numbers that are not negative it is the unsigned one, by 0, too.
std::optional<Expr> simplify_signed_division(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  if (leading_zeros(pool, a) == 0 || leading_zeros(pool, b) == 0) return std::nullopt;
  return pool.binary(node.op == Op::sdiv ? Op::udiv : Op::urem, a, b);
}

}  // namespace sleave::expr
