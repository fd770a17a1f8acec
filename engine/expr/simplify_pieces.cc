#include "engine/expr/simplify_rules.h"

namespace sleave::expr {
namespace {

// A piece of a concat: of its lower part, its upper part, or of both.
Expr piece_of_concat(Pool& pool, const Node& of, unsigned low, unsigned width) {
  const auto [upper, lower, unused] = of.operands;
  const unsigned split = pool.width(lower);
  if (low >= split) return pool.extract(upper, low - split, width);
  if (low + width <= split) return pool.extract(lower, low, width);
  const Expr high_piece = pool.extract(upper, 0, low + width - split);
  return pool.concat(high_piece, pool.extract(lower, low, split - low));
}

std::optional<Expr> piece_of_sign_extension(Pool& pool, const Node& of, unsigned low, unsigned width) {
  const unsigned narrow = pool.width(of.operands[0]);
  if (low + width <= narrow) return pool.extract(of.operands[0], low, width);
  const unsigned from = low < narrow ? low : narrow - 1;
  return pool.sign_extend(pool.extract(of.operands[0], from, narrow - from), width);
}

// The lowest bits of these depend on the lowest bits of their operands only.
bool works_upward(Op op) { return op == Op::add || op == Op::sub || op == Op::mul; }

bool works_bit_by_bit(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }

// Two pieces of one word that lie side by side in it.
bool are_neighbors(const Pool& pool, Expr upper, Expr lower) {
  if (!pool.is(upper, Op::extract) || !pool.is(lower, Op::extract)) return false;
  const Node& u = pool.node(upper);
  const Node& l = pool.node(lower);
  return u.operands[0] == l.operands[0] && u.detail == l.detail + l.width;
}

Expr joined(Pool& pool, Expr upper, Expr lower) {
  const Node u = pool.node(upper);
  const Node l = pool.node(lower);
  return pool.extract(l.operands[0], l.detail, u.width + l.width);
}

}  // namespace

std::optional<Expr> simplify_extract(Pool& pool, const Node& node) {
  const Expr a = node.operands[0];
  const unsigned low = node.detail;
  const unsigned width = node.width;
  if (width == pool.width(a)) return a;
  const Node of = pool.node(a);
  if (of.op == Op::extract) return pool.extract(of.operands[0], of.detail + low, width);
  if (of.op == Op::concat) return piece_of_concat(pool, of, low, width);
  if (of.op == Op::sign_extend) return piece_of_sign_extension(pool, of, low, width);
  if (of.op == Op::bit_not) return pool.unary(Op::bit_not, pool.extract(of.operands[0], low, width));
  if (works_bit_by_bit(of.op) || (works_upward(of.op) && low == 0)) {
    const Expr x = pool.extract(of.operands[0], low, width);
    return pool.binary(of.op, x, pool.extract(of.operands[1], low, width));
  }
  if (of.op == Op::choose && pool.is_constant(of.operands[1]) && pool.is_constant(of.operands[2])) {
    const Expr yes = pool.extract(of.operands[1], low, width);
    return pool.choose(of.operands[0], yes, pool.extract(of.operands[2], low, width));
  }
  return std::nullopt;
}

std::optional<Expr> simplify_concat(Pool& pool, const Node& node) {
  const auto [upper, lower, unused] = node.operands;
  if (pool.is(upper, Op::concat)) {
    const auto [first, second, none] = pool.node(upper).operands;
    return pool.concat(first, pool.concat(second, lower));
  }
  if (are_neighbors(pool, upper, lower)) return joined(pool, upper, lower);
  if (!pool.is(lower, Op::concat)) return std::nullopt;
  const auto [next, rest, none] = pool.node(lower).operands;
  if (pool.is_constant(upper) && pool.is_constant(next)) return pool.concat(pool.concat(upper, next), rest);
  if (are_neighbors(pool, upper, next)) return pool.concat(joined(pool, upper, next), rest);
  return std::nullopt;
}

std::optional<Expr> simplify_sign_extend(Pool& pool, const Node& node) {
  const Expr a = node.operands[0];
  const unsigned narrow = pool.width(a);
  if (node.width == narrow) return a;
  if (pool.is(a, Op::sign_extend)) return pool.sign_extend(pool.node(a).operands[0], node.width);
  if ((pool.known(a).zeros & top_bit(narrow)) != 0) return pool.zero_extend(a, node.width);
  if ((pool.known(a).ones & top_bit(narrow)) != 0) {
    const unsigned more = node.width - narrow;
    return pool.concat(pool.constant(more, ones(more)), a);
  }
  return std::nullopt;
}

std::optional<Expr> simplify_shift(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  const unsigned width = node.width;
  if (!pool.is_constant(b)) return std::nullopt;
  const Word by = pool.node(b).value;
  if (by == 0) return a;
  if (by >= width) {
    if (node.op != Op::ashr) return pool.constant(width, 0);
    return pool.sign_extend(pool.extract(a, width - 1, 1), width);
  }
  const auto count = static_cast<unsigned>(by);
  if (node.op == Op::shl) return pool.concat(pool.extract(a, 0, width - count), pool.constant(count, 0));
  const Expr kept = pool.extract(a, count, width - count);
  return node.op == Op::lshr ? pool.zero_extend(kept, width) : pool.sign_extend(kept, width);
}

}  // namespace sleave::expr
