// A solver whose answers are checked, for those of others.
//
// Values are put in: all path constraints must hold. That nothing can hold is asked again of a second solver, first
// about the core, which is small, then about everything. What is wrong, or cannot be confirmed, becomes "unknown": the
// search then counts it as unsolved, and claims nothing.
#pragma once

#include <memory>

#include "engine/solve/solver.h"

namespace sleave::solve {

std::unique_ptr<Solver> make_checked_solver(const expr::Pool& pool, std::unique_ptr<Solver> solver,
                                            std::unique_ptr<Solver> second);

}  // namespace sleave::solve
