// A solver whose answers are checked, for solvers other than Z3.
//
// A model is evaluated: all path constraints must hold. "Unsatisfiable" is confirmed by a second solver, first for the
// core, which is small, then for the whole query. An answer that is wrong or cannot be confirmed becomes "unknown": the
// search counts it as unsolved and claims nothing.
#pragma once

#include <memory>

#include "engine/solve/solver.h"

namespace sleave::solve {

std::unique_ptr<Solver> make_checked_solver(const expr::Pool& pool, std::unique_ptr<Solver> solver,
                                            std::unique_ptr<Solver> second);

}  // namespace sleave::solve
