// slice: of many path constraints that hold, those that have a say in whether another can hold too.
//
// Path constraints about other bytes than those of the question stay true whatever the answer does to its bytes, so
// they need not be asked.
#pragma once

#include <span>
#include <vector>

#include "engine/expr/inputs.h"
#include "engine/expr/pool.h"

namespace sleave::solve {

// The path constraints of `holding` that share a byte with `wanted`, directly or through others of them, in their
// order.
std::vector<expr::Expr> slice(expr::Inputs& inputs, std::span<const expr::Expr> holding, expr::Expr wanted);

}  // namespace sleave::solve
