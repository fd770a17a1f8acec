// Z3 in this process.
//
// Every path constraint is asserted once, behind a literal of its own, and a query is a set of literals to assume:
// queries that share most of their path constraints, as the flips along a path do, share what Z3 has learned, and an
// unsatisfiable core comes back as literals. The limit is Z3's resource counter, not time, so that the same query has
// the same answer.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/solve/backends/make_solver.h"
#include "engine/solve/solver.h"

namespace sleave::solve {

std::unique_ptr<Solver> make_z3_solver(const expr::Pool& pool, std::uint32_t most_work = kUsualWork);

}  // namespace sleave::solve
