// FloatingParts: which expressions have floating-point operations in them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/expr/pool.h"

namespace sleave::solve {

class FloatingParts {
 public:
  explicit FloatingParts(const expr::Pool& pool) : pool_(&pool) {}

  bool any(std::span<const expr::Expr> path_constraints);

 private:
  const expr::Pool* pool_;
  std::vector<bool> has_;  // by expression; a pool is in order: operands come first
};

}  // namespace sleave::solve
