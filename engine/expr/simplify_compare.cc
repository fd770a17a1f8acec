#include <utility>

#include "engine/expr/signed_range.h"
#include "engine/expr/simplify_rules.h"

namespace sleave::expr {
namespace {

// Whether `value` is what some word of `narrow` bits becomes when its sign is extended to `width`.
bool fits_signed(Word value, unsigned width, unsigned narrow) {
  const SignedWord wide = as_signed(value, width);
  return as_signed(value & ones(narrow), narrow) == wide;
}

// The word that x must be for `x op constant` to be `value`: sums and exclusive ors can be undone.
std::optional<Expr> undone(Pool& pool, const Node& side, Expr value) {
  if (side.op == Op::bit_not) return pool.unary(Op::bit_not, value);
  if (side.op == Op::add && pool.is_constant(side.operands[1])) return pool.binary(Op::sub, value, side.operands[1]);
  if (side.op == Op::bit_xor && pool.is_constant(side.operands[1]))
    return pool.binary(Op::bit_xor, value, side.operands[1]);
  return std::nullopt;
}

std::optional<Expr> equals_constant(Pool& pool, Expr a, Expr b) {
  const Node side = pool.node(a);
  const Word value = pool.node(b).value;
  if (side.width == 1) return value == 1 ? a : pool.negation(a);
  if (const auto other = undone(pool, side, b)) return pool.binary(Op::equal, side.operands[0], *other);
  if (side.op == Op::sign_extend) {
    const unsigned narrow = pool.width(side.operands[0]);
    if (!fits_signed(value, side.width, narrow)) return pool.path_constraint(false);
    return pool.binary(Op::equal, side.operands[0], pool.constant(narrow, value));
  }
  if (side.op == Op::choose && pool.is_constant(side.operands[1]) && pool.is_constant(side.operands[2])) {
    const Expr yes = pool.binary(Op::equal, side.operands[1], b);
    return pool.choose(side.operands[0], yes, pool.binary(Op::equal, side.operands[2], b));
  }
  return std::nullopt;
}

// Words of pieces are equal if their pieces are.
std::optional<Expr> equal_by_pieces(Pool& pool, Expr a, Expr b) {
  if (!pool.is(a, Op::concat)) std::swap(a, b);
  if (!pool.is(a, Op::concat) || (!pool.is_constant(b) && !pool.is(b, Op::concat))) return std::nullopt;
  const auto [upper, lower, unused] = pool.node(a).operands;
  const unsigned split = pool.width(lower);
  const Expr upper_equal = pool.binary(Op::equal, upper, pool.extract(b, split, pool.width(upper)));
  return pool.binary(Op::bit_and, upper_equal, pool.binary(Op::equal, lower, pool.extract(b, 0, split)));
}

// A signed comparison with the extension of a narrower word.
std::optional<Expr> less_narrow_signed(Pool& pool, Expr a, Expr b) {
  const Expr wide = pool.is(a, Op::sign_extend) ? a : b;
  const Expr other = wide == a ? b : a;
  if (!pool.is(wide, Op::sign_extend)) return std::nullopt;
  const unsigned narrow = pool.width(pool.node(wide).operands[0]);
  const bool same = pool.is(other, Op::sign_extend) && pool.width(pool.node(other).operands[0]) == narrow;
  if (!same && !pool.is_constant(other)) return std::nullopt;
  if (!same && !fits_signed(pool.node(other).value, pool.width(other), narrow)) {
    const bool other_is_large = as_signed(pool.node(other).value, pool.width(other)) > 0;
    return pool.path_constraint(other_is_large == (wide == a));
  }
  return pool.binary(Op::slt, pool.extract(a, 0, narrow), pool.extract(b, 0, narrow));
}

// How many of the uppermost bits are known in both, and the same.
unsigned common_top(const Pool& pool, Expr a, Expr b) {
  const KnownBits& x = pool.known(a);
  const KnownBits& y = pool.known(b);
  const Word same = (x.zeros & y.zeros) | (x.ones & y.ones);
  return pool.width(a) - bits_used(ones(pool.width(a)) & ~same);
}

std::optional<Expr> less_unsigned(Pool& pool, Expr a, Expr b) {
  const unsigned width = pool.width(a);
  if (width == 1) return pool.binary(Op::bit_and, pool.negation(a), b);
  if (pool.is_constant(b, 0) || pool.is_constant(a, ones(width))) return pool.path_constraint(false);
  if (pool.is_constant(b, 1)) return pool.binary(Op::equal, a, pool.constant(width, 0));
  if (pool.is_constant(a, 0)) return pool.negation(pool.binary(Op::equal, b, a));
  const unsigned top = common_top(pool, a, b);
  if (top == 0 || top == width) return std::nullopt;
  return pool.binary(Op::ult, pool.extract(a, 0, width - top), pool.extract(b, 0, width - top));
}

// Whether a difference is negative is a comparison of its operands, which may have been made before.
std::optional<Expr> less_difference(Pool& pool, Expr a, Expr b) {
  const bool negative = pool.is(a, Op::sub) && pool.is_constant(b, 0);
  const bool not_negative = pool.is(b, Op::sub) && pool.is_constant(a, ones(pool.width(a)));
  if (!negative && !not_negative) return std::nullopt;
  const auto [left, right, unused] = pool.node(negative ? a : b).operands;
  if (!difference_is_exact(pool, left, right)) return std::nullopt;
  const Expr less = pool.binary(Op::slt, left, right);
  return negative ? less : pool.negation(less);
}

std::optional<Expr> less_signed(Pool& pool, Expr a, Expr b) {
  if (pool.width(a) == 1) return pool.binary(Op::bit_and, a, pool.negation(b));
  if (common_top(pool, a, b) > 0) return pool.binary(Op::ult, a, b);
  if (const auto simple = less_difference(pool, a, b)) return simple;
  return less_narrow_signed(pool, a, b);
}

// A choice between path constraints is a path constraint made of them.
std::optional<Expr> choose_path_constraint(Pool& pool, Expr condition, Expr yes, Expr no) {
  if (pool.is_constant(yes)) {
    if (pool.is_constant(yes, 1)) return pool.binary(Op::bit_or, condition, no);
    return pool.binary(Op::bit_and, pool.negation(condition), no);
  }
  if (!pool.is_constant(no)) return std::nullopt;
  if (pool.is_constant(no, 0)) return pool.binary(Op::bit_and, condition, yes);
  return pool.binary(Op::bit_or, pool.negation(condition), yes);
}

// What both sides of a choice begin or end with is not chosen.
std::optional<Expr> choose_piece(Pool& pool, Expr condition, Expr yes, Expr no) {
  const Expr parted = pool.is(yes, Op::concat) ? yes : no;
  const Expr other = parted == yes ? no : yes;
  if (!pool.is(parted, Op::concat) || (!pool.is(other, Op::concat) && !pool.is_constant(other))) return std::nullopt;
  const unsigned split = pool.width(pool.node(parted).operands[1]);
  const unsigned rest = pool.width(parted) - split;
  const Expr upper_yes = pool.extract(yes, split, rest);
  const Expr upper_no = pool.extract(no, split, rest);
  const Expr lower_yes = pool.extract(yes, 0, split);
  const Expr lower_no = pool.extract(no, 0, split);
  if (upper_yes == upper_no) return pool.concat(upper_yes, pool.choose(condition, lower_yes, lower_no));
  if (lower_yes == lower_no) return pool.concat(pool.choose(condition, upper_yes, upper_no), lower_yes);
  return std::nullopt;
}

}  // namespace

std::optional<Expr> simplify_equal(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  if (a == b) return pool.path_constraint(true);
  if (const auto simple = compare_whole_part(pool, node)) return simple;
  if (pool.is_constant(b)) {
    if (const auto simple = equals_constant(pool, a, b)) return simple;
  } else if (pool.width(a) == 1) {
    return pool.negation(pool.binary(Op::bit_xor, a, b));
  }
  return equal_by_pieces(pool, a, b);
}

std::optional<Expr> simplify_less(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  if (a == b) return pool.path_constraint(false);
  if (const auto simple = compare_whole_part(pool, node)) return simple;
  return node.op == Op::ult ? less_unsigned(pool, a, b) : less_signed(pool, a, b);
}

std::optional<Expr> simplify_choose(Pool& pool, const Node& node) {
  const auto [condition, yes, no] = node.operands;
  if (yes == no) return yes;
  if (pool.is_constant(condition)) return pool.is_constant(condition, 1) ? yes : no;
  if (pool.is(condition, Op::bit_not)) return pool.choose(pool.node(condition).operands[0], no, yes);
  if (node.width == 1) {
    if (const auto simple = choose_path_constraint(pool, condition, yes, no)) return simple;
  }
  return choose_piece(pool, condition, yes, no);
}

}  // namespace sleave::expr
