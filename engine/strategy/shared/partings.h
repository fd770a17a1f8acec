// Partings: where the paths of given inputs leave that of a run.
//
// A run's path constraints say which inputs take the same path: those for which all of them have the values that they
// had. For another input they are evaluated one by one; the first one that has another value is where its path parts,
// and what follows there depends on the input in ways that this run does not show.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/expr/path.h"
#include "engine/inputs/solving.h"
#include "engine/strategy/shared/path_item.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Parting {
  std::size_t seed = 0;   // its place among the seeds
  std::size_t place = 0;  // of the path constraint
  expr::Word value = 0;   // that it has for the seed
};

// Of those seeds of which it is known, in their order: not of one that takes the run's own path, and not where the
// program itself chooses a byte that neither the run nor the seed was given.
std::vector<Parting> partings(const Seeds& seeds, const Plan& plan, const Trace& trace, const expr::Path& path,
                              Solving& solving);

}  // namespace sleave
