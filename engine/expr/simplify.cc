#include "engine/expr/simplify.h"

#include <utility>

#include "engine/expr/simplify_rules.h"

namespace sleave::expr {
namespace {

bool commutes(Op op) {
  return op == Op::add || op == Op::mul || op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor ||
         op == Op::equal || op == Op::float_equal;
}

// Constants to the right, else in order of numbers: two ways of saying the same become one.
bool out_of_order(const Pool& pool, const Node& node) {
  const auto [a, b, c] = node.operands;
  if (pool.is_constant(a) != pool.is_constant(b)) return pool.is_constant(a);
  return b < a;
}

std::optional<Expr> folded(Pool& pool, const Node& node) {
  const unsigned count = operands_of(node.op);
  Word values[3] = {};
  for (unsigned i = 0; i < count; ++i) {
    if (!pool.is_constant(node.operands[i])) return std::nullopt;
    values[i] = pool.node(node.operands[i]).value;
  }
  return pool.constant(node.width, apply(node.op, pool.shape(node), values[0], values[1], values[2]));
}

}  // namespace

std::optional<Expr> simplify(Pool& pool, const Node& node) {
  if (operands_of(node.op) == 0) return std::nullopt;
  if (const std::optional<Expr> constant = folded(pool, node)) return constant;
  Node sorted = node;
  if (commutes(node.op) && out_of_order(pool, node)) std::swap(sorted.operands[0], sorted.operands[1]);
  const std::optional<Expr> simpler = apply_rules(pool, sorted);
  if (simpler) return simpler;
  return sorted == node ? std::nullopt : std::optional(pool.make(sorted));
}

}  // namespace sleave::expr
