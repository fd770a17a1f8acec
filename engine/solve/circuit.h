// Circuit: how large path constraints are for a solver that turns words into gates.
//
// Solvers count their search, not what they build before it: a chain of divisions of 128 bits is a million gates and
// gigabytes of clauses before the first decision is counted. So the size of a query is estimated before it is sent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/expr/pool.h"

namespace sleave::solve {

class Circuit {
 public:
  explicit Circuit(const expr::Pool& pool) : pool_(&pool) {}

  // Adds a path constraint; parts that were added before cost nothing.
  void add(expr::Expr path_constraint);
  void clear();
  // An estimate for all that was added since the last clear().
  [[nodiscard]] std::uint64_t gates() const { return gates_; }

 private:
  [[nodiscard]] std::uint64_t gates_of(const expr::Node& node) const;

  const expr::Pool* pool_;
  std::uint64_t gates_ = 0;
  std::vector<std::uint32_t> stamps_;  // by expression: when it was added
  std::uint32_t stamp_ = 1;
  std::vector<expr::Expr> stack_;
};

}  // namespace sleave::solve
