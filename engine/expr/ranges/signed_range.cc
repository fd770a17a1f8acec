#include "engine/expr/signed_range.h"

#include <algorithm>

namespace sleave::expr {
namespace {

constexpr unsigned kMostWidth = 64;  // so that bounds of sums are words
constexpr unsigned kDeepest = 6;     // both operands of a sum are looked at

using Range = std::optional<SignedRange>;

bool fits(const SignedRange& range, unsigned width) {
  const SignedWord half = SignedWord{1} << (width - 1);
  return range.least >= -half && range.most < half;
}

Range range_of(const Pool& pool, Expr e, unsigned depth);

// Of a word whose upper bit is 0.
Range by_bits(const Pool& pool, Expr e) {
  const KnownBits& known = pool.known(e);
  const unsigned width = pool.width(e);
  if ((known.zeros >> (width - 1) & 1) == 0) return std::nullopt;
  return SignedRange{static_cast<SignedWord>(known.least()), static_cast<SignedWord>(known.most(width))};
}

Range of_sum(const Pool& pool, const Node& node, unsigned depth) {
  const Range a = range_of(pool, node.operands[0], depth);
  const Range b = range_of(pool, node.operands[1], depth);
  if (!a || !b) return std::nullopt;
  const SignedRange sum = node.op == Op::add ? SignedRange{a->least + b->least, a->most + b->most}
                                             : SignedRange{a->least - b->most, a->most - b->least};
  return fits(sum, node.width) ? Range(sum) : std::nullopt;
}

Range range_of(const Pool& pool, Expr e, unsigned depth) {
  const Node& node = pool.node(e);
  if (node.width > kMostWidth) return std::nullopt;
  if (node.op == Op::constant) {
    const SignedWord value = as_signed(node.value, node.width);
    return SignedRange{value, value};
  }
  if (depth > 0 && (node.op == Op::add || node.op == Op::sub)) {
    if (const Range sum = of_sum(pool, node, depth - 1)) return sum;
  }
  if (depth > 0 && node.op == Op::sign_extend) {
    const SignedWord half = SignedWord{1} << (pool.width(node.operands[0]) - 1);
    const Range narrow = range_of(pool, node.operands[0], depth - 1);
    return narrow ? narrow : SignedRange{-half, half - 1};
  }
  if (depth > 0 && node.op == Op::choose) {
    const Range yes = range_of(pool, node.operands[1], depth - 1);
    const Range no = range_of(pool, node.operands[2], depth - 1);
    if (yes && no) return SignedRange{std::min(yes->least, no->least), std::max(yes->most, no->most)};
  }
  return by_bits(pool, e);
}

}  // namespace

std::optional<SignedRange> signed_range(const Pool& pool, Expr e) { return range_of(pool, e, kDeepest); }

bool difference_is_exact(const Pool& pool, Expr left, Expr right) {
  const Range a = signed_range(pool, left);
  const Range b = a ? signed_range(pool, right) : std::nullopt;
  return b && fits({a->least - b->most, a->most - b->least}, pool.width(left));
}

}  // namespace sleave::expr
