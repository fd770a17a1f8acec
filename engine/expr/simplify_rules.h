// The rules of simplify, by kind of operation. Each gets a node whose operands are not all constants, with a constant
// operand of a commutative operation on the right, and says nothing where no rule applies.
#pragma once

#include <optional>

#include "engine/expr/pool.h"

namespace sleave::expr {

std::optional<Expr> apply_rules(Pool& pool, const Node& node);

// simplify_arithmetic.cc
std::optional<Expr> simplify_add(Pool& pool, const Node& node);
std::optional<Expr> simplify_sub(Pool& pool, const Node& node);
std::optional<Expr> simplify_mul(Pool& pool, const Node& node);
std::optional<Expr> simplify_unsigned_division(Pool& pool, const Node& node);  // quotient and remainder
std::optional<Expr> simplify_signed_division(Pool& pool, const Node& node);    // the same
// simplify_bits.cc
std::optional<Expr> simplify_not(Pool& pool, const Node& node);
std::optional<Expr> simplify_bitwise(Pool& pool, const Node& node);  // and, or, xor
// simplify_pieces.cc
std::optional<Expr> simplify_extract(Pool& pool, const Node& node);
std::optional<Expr> simplify_concat(Pool& pool, const Node& node);
std::optional<Expr> simplify_sign_extend(Pool& pool, const Node& node);
std::optional<Expr> simplify_shift(Pool& pool, const Node& node);
// simplify_compare.cc
std::optional<Expr> simplify_equal(Pool& pool, const Node& node);
std::optional<Expr> simplify_less(Pool& pool, const Node& node);  // signed and unsigned
std::optional<Expr> simplify_choose(Pool& pool, const Node& node);
// simplify_floating.cc
std::optional<Expr> simplify_float_below(Pool& pool, const Node& node);
std::optional<Expr> simplify_float_equal(Pool& pool, const Node& node);
// Comparisons of words with a constant, where the other side is the whole part of a number.
std::optional<Expr> compare_whole_part(Pool& pool, const Node& node);

}  // namespace sleave::expr
