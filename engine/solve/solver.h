// Solver: is there an input for which all of these hold?
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
  std::vector<expr::Expr> core{};  // unsatisfiable: some of the asked that cannot hold together; maybe all
  std::string why{};               // unknown: in the solver's words
};

// How much of what one question may cost is to be spent on it: what nearly all questions take, or all.
enum class Effort { little, all };

class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  // `path constraints` are expressions of 1 bit of the pool the solver was made for.
  virtual Answer solve(std::span<const expr::Expr> path_constraints, Effort effort) = 0;

  // What all answers together took, in Z3's own count of its work (kUsualWork), not by the clock: the same questions
  // always take the same. Of a solver that does not count, a guess.
  [[nodiscard]] virtual std::uint64_t work() const = 0;

  // Answers that a check has shown to be wrong, and that were not given (checked_solver.h).
  [[nodiscard]] virtual std::uint64_t wrong_answers() const { return 0; }
};

}  // namespace sleave::solve
