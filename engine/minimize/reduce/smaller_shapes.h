// Smaller data structures for a failing run whose inputs link nodes (engine/analyze/names/shape_words.h).
//
// Bytes alone do not lead there: a node that goes away leaves aliases that name it, and what is linked behind it has
// other names afterwards.
#pragma once

#include <vector>

#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Changes of `plan`, which repeats `run`, each with one node or alias less, the largest changes first: a link becomes
// null, with all behind it; an alias becomes a node of its own; a node is taken out of its chain; two nodes become one.
std::vector<Plan> smaller_shapes(const Trace& run, const Plan& plan);

}  // namespace sleave
