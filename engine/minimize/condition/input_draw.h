// InputDraw: random inputs that satisfy certain path constraints.
//
// It starts from the reported run's input and takes small random steps, each kept if the path constraints still hold;
// where such steps lead nowhere, because inputs depend on each other, the solver is asked for an input with some bit
// flipped. The inputs differ, but are not uniformly distributed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/rng.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"
#include "engine/inputs/solving.h"

namespace sleave {

class InputDraw {
 public:
  // Every draw satisfies `always`, as `reported` does. `solving` outlives this object.
  InputDraw(Solving& solving, expr::Values reported, std::vector<expr::Expr> always);

  // An input that satisfies all of `holding`, which hold for the reported input, but not `broken`, if given. Nothing if
  // there is no such input, or none was found.
  std::optional<expr::Values> draw(std::span<const expr::Expr> holding, std::optional<expr::Expr> broken);

  // Whether `path constraint` holds for every input for which all of `holding` do, as far as that could be shown.
  bool follows(std::span<const expr::Expr> holding, expr::Expr path_constraint);

  // No more solver queries are allowed: a failed draw means nothing any more.
  [[nodiscard]] bool over() const;

  // Whether a path constraint holds for some values.
  bool holds(expr::Expr path_constraint, const expr::Values& values);

 private:
  std::optional<expr::Values> solved(std::span<const expr::Expr> holding, expr::Expr wanted,
                                     const expr::Values& values);
  bool all_hold(std::span<const expr::Expr> path_constraints, const expr::Values& values);
  void step(expr::Values& values);
  void turn_a_bit(std::vector<expr::Expr>& holding, expr::Values& values);
  std::uint64_t word(const expr::Variables::Input& input, const expr::Values& values);
  static void set_word(const expr::Variables::Input& input, std::uint64_t word, expr::Values& values);

  Solving& solving_;
  expr::Values reported_;
  std::vector<expr::Expr> always_;
  expr::Evaluation evaluation_;
  expr::Inputs inputs_;
  Rng rng_;
  std::uint64_t asked_ = 0;
  std::uint64_t given_up_ = 0;  // of those, by the solver
};

}  // namespace sleave
