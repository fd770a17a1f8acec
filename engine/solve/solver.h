// Solver: decides whether an input satisfies a set of path constraints.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/expr/pool.h"

namespace sleave::solve {

// Values of input bytes; a byte that is not in it may have any.
using Bytes = std::map<std::uint32_t, std::uint8_t>;

enum class Verdict { satisfiable, unsatisfiable, unknown };

struct Answer {
  Verdict verdict = Verdict::unknown;
  Bytes bytes{};                   // satisfiable: an input for which all hold
  std::vector<expr::Expr> core{};  // unsatisfiable: a subset that cannot hold together; maybe all of them
  std::string why{};               // unknown: in the solver's words
};

// Share of the budget of one query to spend on it: what nearly all queries take, or all.
enum class Effort { little, all };

class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  // `path_constraints` are expressions of 1 bit of the pool the solver was made for.
  virtual Answer solve(std::span<const expr::Expr> path_constraints, Effort effort) = 0;

  // Total work in Z3's resource units (kUsualWork), not time: the same queries always cost the same. Of a solver that
  // does not count, an estimate.
  [[nodiscard]] virtual std::uint64_t work() const = 0;

  // Answers that a check has shown to be wrong, and that were not given (checked_solver.h).
  [[nodiscard]] virtual std::uint64_t wrong_answers() const { return 0; }
};

}  // namespace sleave::solve
