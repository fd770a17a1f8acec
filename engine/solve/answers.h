// Answers: a cache of solver answers, and what follows from them without another query.
//
//   asked before           the same set of path constraints: the same answer
//   a core is among them   a superset of an unsatisfiable core is unsatisfiable
//   an input fits          an input that satisfies another query may satisfy this one: the caller tries those kept
//   here
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/solve/solver.h"

namespace sleave::solve {

class Answers {
 public:
  // The path constraints as a set: in order of numbers, each once.
  using Query = std::vector<expr::Expr>;
  static Query query(std::span<const expr::Expr> path_constraints);

  [[nodiscard]] const Answer* same(const Query& query) const;
  [[nodiscard]] bool contains_core(const Query& query) const;
  [[nodiscard]] const std::deque<Bytes>& inputs() const { return inputs_; }  // the newest first

  void remember(const Query& query, const Answer& answer);

 private:
  std::map<Query, Answer> answers_;
  std::map<expr::Expr, std::vector<Query>> cores_;  // by their first path constraint
  std::deque<Bytes> inputs_;
};

}  // namespace sleave::solve
