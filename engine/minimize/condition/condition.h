// Condition: what the input of a failing run must be like for it to fail, found by trying, as its orderings are: for
// whatever input it holds the run fails, and with a part of it broken it does not. docs/internals/minimizing.md tells
// how.
//
// Parts are path constraints that the run found out about its input: which way its branches went, which way its
// comparisons came out. Together they are enough, since an input for which all of them hold takes the same course; most
// do not matter.
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
  std::vector<expr::Expr> taken;  // what the program takes for granted: assumptions, ends of ranges
  expr::Values values;            // of the told run
  Reason<std::size_t> reason;     // `path constraints` by number; its runs are of other inputs
};

// Of the told run of `trials`, with its `orderings` kept; in expressions of `solving`. Nothing if the run has no
// inputs, it was not followed what became of them, or nothing explains it.
std::optional<Condition> find_condition(Trials& trials, const std::vector<Ordering>& orderings, Solving& solving);

}  // namespace sleave
