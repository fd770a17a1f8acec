// Any solver that speaks SMT-LIB 2 on its standard input and output: cvc5, Bitwuzla, Yices, Z3 itself.
//
// As with Z3 in this process, a path constraint is asserted once behind a literal and a query assumes literals. A
// solver that does not answer in time, or dies, is ended and restarted for the next query.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/solve/solver.h"

namespace sleave::solve {

// `command` is the program and its arguments, such as {"cvc5", "--incremental"}.
Result<std::unique_ptr<Solver>> make_pipe_solver(const expr::Pool& pool, std::vector<std::string> command,
                                                 std::chrono::milliseconds patience = std::chrono::seconds(10));

}  // namespace sleave::solve
