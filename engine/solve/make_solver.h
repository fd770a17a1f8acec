// The solver that a campaign was asked to use.
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/solve/solver.h"

namespace sleave::solve {

// `name` is z3, for the one in this process, or a command with its arguments that speaks SMT-LIB 2. `query_log`, if not
// empty, is a file to which every question is appended as a script of its own, with the answer in a comment.
Result<std::unique_ptr<Solver>> make_solver(const expr::Pool& pool, const std::string& name,
                                            const std::string& query_log);

}  // namespace sleave::solve
