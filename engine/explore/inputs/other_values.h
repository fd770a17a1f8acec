// Inputs that give a truth of a run another value, while others hold.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/explore/inputs/solving.h"

namespace sleave {

struct OtherValue {
  expr::Values values;  // of the input
  bool proved = false;  // false: the solver gave up, and this is a guess
};

// Of a truth with two values the other one; of a word at most `most` others, of addresses and sizes those first that
// are far away. Words that have more count as cut short.
// `holding` hold for `values`, which are those of the run.
std::vector<OtherValue> other_values(Solving& solving, std::vector<expr::Expr> holding, const expr::Truth& truth,
                                     const expr::Values& values, std::size_t most);

}  // namespace sleave
