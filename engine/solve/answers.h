// Answers: what solvers said before, and what follows from it without asking again.
//
//   asked before           the same set of path constraints: the same answer
//   a core is among them   what could not hold together cannot hold with more
//   an input fits          an input that answered another question may answer this one too: the caller tries those kept
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
  using Question = std::vector<expr::Expr>;
  static Question question(std::span<const expr::Expr> path_constraints);

  [[nodiscard]] const Answer* same(const Question& question) const;
  [[nodiscard]] bool contains_core(const Question& question) const;
  [[nodiscard]] const std::deque<Bytes>& inputs() const { return inputs_; }  // the newest first

  void remember(const Question& question, const Answer& answer);

 private:
  std::map<Question, Answer> answers_;
  std::map<expr::Expr, std::vector<Question>> cores_;  // by their first path constraint
  std::deque<Bytes> inputs_;
};

}  // namespace sleave::solve
