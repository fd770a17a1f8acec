// slice: of many path constraints that hold, those that can affect whether another one holds, too.
//
// A path constraint that shares no byte with the query, directly or through others, stays true whatever the answer is,
// so it is left out.
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
