// SignedRange: between which numbers the signed value of an expression lies, whatever the input is.
//
// Known bits say little of a difference: 1000 - x has none, though it is small if x is. What programs count with are
// such sums of few terms, so the bounds of the terms are added up; a sum that may wrap around has no bounds.
#pragma once

#include <optional>

#include "engine/expr/pool.h"

namespace sleave::expr {

struct SignedRange {
  SignedWord least = 0;
  SignedWord most = 0;
};

// None: it may be any word, or has more than 64 bits.
std::optional<SignedRange> signed_range(const Pool& pool, Expr e);

// Whether the difference is the mathematical one, for all inputs.
bool difference_is_exact(const Pool& pool, Expr left, Expr right);

}  // namespace sleave::expr
