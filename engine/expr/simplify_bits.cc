#include <utility>

#include "engine/expr/simplify_rules.h"

namespace sleave::expr {
namespace {

bool is_not_of(const Pool& pool, Expr a, Expr b) { return pool.is(a, Op::bit_not) && pool.node(a).operands[0] == b; }

std::optional<Expr> with_itself(Pool& pool, Op op, Expr a, Expr b) {
  const unsigned width = pool.width(a);
  if (a == b) return op == Op::bit_xor ? pool.constant(width, 0) : a;
  if (!is_not_of(pool, a, b) && !is_not_of(pool, b, a)) return std::nullopt;
  return pool.constant(width, op == Op::bit_and ? 0 : ones(width));
}

// Where one operand is surely neutral for the other.
std::optional<Expr> with_known(Pool& pool, Op op, Expr a, Expr b) {
  const Word all = ones(pool.width(a));
  const auto neutral = [&](Expr of, Expr for_) {  // each bit of `of` leaves that of `for_` alone
    const KnownBits& x = pool.known(of);
    const KnownBits& y = pool.known(for_);
    if (op == Op::bit_and) return (x.ones | y.zeros) == all;
    if (op == Op::bit_or) return (x.zeros | y.ones) == all;
    return x.zeros == all;
  };
  if (neutral(b, a)) return a;
  if (neutral(a, b)) return b;
  return std::nullopt;
}

// Bit by bit on words that are put together of pieces: piece by piece.
std::optional<Expr> by_pieces(Pool& pool, Op op, Expr a, Expr b) {
  if (!pool.is(a, Op::concat)) {
    if (!pool.is(b, Op::concat)) return std::nullopt;
    std::swap(a, b);
  }
  if (!pool.is(b, Op::concat) && !pool.is_constant(b)) return std::nullopt;
  const auto [upper, lower, unused] = pool.node(a).operands;
  const unsigned split = pool.width(lower);
  const Expr other_upper = pool.extract(b, split, pool.width(upper));
  const Expr other_lower = pool.extract(b, 0, split);
  return pool.concat(pool.binary(op, upper, other_upper), pool.binary(op, lower, other_lower));
}

// The lowest and highest bit that a mask lets through, if they are one row of ones.
std::optional<std::pair<unsigned, unsigned>> row_of_ones(Word mask) {
  if (mask == 0) return std::nullopt;
  const unsigned low = bits_used(mask & (Word{0} - mask)) - 1;
  const unsigned high = bits_used(mask) - 1;
  if (mask != (ones(high - low + 1) << low)) return std::nullopt;
  return std::pair(low, high);
}

// A mask that is one row of ones cuts a piece out.
std::optional<Expr> masked(Pool& pool, Expr a, Expr mask) {
  const unsigned width = pool.width(a);
  const auto row = row_of_ones(pool.node(mask).value);
  if (!row) return std::nullopt;
  const auto [low, high] = *row;
  Expr result = pool.extract(a, low, high - low + 1);
  if (low > 0) result = pool.concat(result, pool.constant(low, 0));
  return pool.zero_extend(result, width);
}

std::optional<Expr> constants_joined(Pool& pool, Op op, Expr a, Expr b) {
  if (!pool.is(a, op) || !pool.is_constant(pool.node(a).operands[1])) return std::nullopt;
  return pool.binary(op, pool.node(a).operands[0], pool.binary(op, pool.node(a).operands[1], b));
}

}  // namespace

std::optional<Expr> simplify_not(Pool& pool, const Node& node) {
  const Node of = pool.node(node.operands[0]);
  if (of.op == Op::bit_not) return of.operands[0];
  if (of.op == Op::concat)
    return pool.concat(pool.unary(Op::bit_not, of.operands[0]), pool.unary(Op::bit_not, of.operands[1]));
  return std::nullopt;
}

std::optional<Expr> simplify_bitwise(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  if (const auto simple = with_itself(pool, node.op, a, b)) return simple;
  if (const auto simple = with_known(pool, node.op, a, b)) return simple;
  if (pool.is_constant(b)) {
    if (node.op == Op::bit_xor && pool.node(b).value == ones(node.width)) return pool.unary(Op::bit_not, a);
    if (const auto simple = constants_joined(pool, node.op, a, b)) return simple;
    if (node.op == Op::bit_and) {
      if (const auto simple = masked(pool, a, b)) return simple;
    }
  }
  return by_pieces(pool, node.op, a, b);
}

}  // namespace sleave::expr
