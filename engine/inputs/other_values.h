// Inputs that give a path constraint of a run another value, while others hold.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/inputs/solving.h"

namespace sleave {

struct OtherValue {
  expr::Values values;  // of the input
  expr::Word word = 0;  // which it gives the path constraint's word
  bool proved = false;  // false: the solver gave up, and this is a guess
};

struct OtherValues {
  std::vector<OtherValue> found;
  bool more = false;  // the word has others yet
};

// Of a path constraint with two values the other one; of a word at most `most` others than those in `tried`: of
// addresses those first that are far away; of other words those first that flip one of the path constraints in `later`,
// which came after it in the run and could not be flipped with this value, then one of each magnitude, the least and
// the greatest. `holding` hold for `values`, which are those of the run.
OtherValues other_values(Solving& solving, std::vector<expr::Expr> holding, const expr::PathConstraint& path_constraint,
                         const expr::Values& values, std::span<const expr::Word> tried, std::size_t most,
                         std::span<const expr::PathConstraint> later = {});

}  // namespace sleave
