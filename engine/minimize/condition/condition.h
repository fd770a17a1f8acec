// Condition: what the input of a failing run must satisfy for it to fail, found by experiment like its orderings: for
// every input that satisfies it the run fails, and with a part of it broken it does not. docs/internals/minimizing.md
// describes the algorithm.
//
// Parts are the path constraints of the run: the outcomes of its branches and comparisons. Together they are
// sufficient, since an input that satisfies all of them takes the same path; most are irrelevant.
#pragma once

#include <optional>
#include <vector>

#include "engine/expr/path.h"
#include "engine/inputs/solving.h"
#include "engine/minimize/cause/ordering.h"
#include "engine/minimize/cause/reason.h"
#include "engine/minimize/cause/trials.h"

namespace sleave {

struct Condition {
  std::vector<expr::PathConstraint>
      path_constraints;           // it fails whenever all of these hold; empty: whatever the input is
  std::vector<expr::Expr> taken;  // constraints that always hold: assumptions, ends of ranges
  expr::Values values;            // of the reported run
  Reason<std::size_t> reason;     // `path constraints` by number; its runs are of other inputs
};

// Of the reported run of `trials`, with its `orderings` kept; in expressions of `solving`. Nothing if the run has no
// inputs, its values were not tracked symbolically, or nothing explains it.
std::optional<Condition> find_condition(Trials& trials, const std::vector<Ordering>& orderings, Solving& solving);

}  // namespace sleave
