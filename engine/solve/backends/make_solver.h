// The solver that a campaign was asked to use.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/solve/solver.h"

namespace sleave::solve {

// Budget of one query in units of Z3's resource counter: about a second on a machine of 2020.
constexpr std::uint32_t kUsualWork = 3'000'000;

// `name` is z3, for the one in this process, or a command with its arguments that speaks SMT-LIB 2, or several with
// commas between them: each is asked what those before it gave up. `query_log`, if not
// empty, is a file to which every query is appended as a script of its own, with the answer in a comment. A query that
// costs more than `most_work` is given up; 0: never. Another solver than Z3 gets a second for 300,000 of them.
Result<std::unique_ptr<Solver>> make_solver(const expr::Pool& pool, const std::string& name,
                                            const std::string& query_log, std::uint32_t most_work = kUsualWork);

// Whether a query could not be written to its log, in any solver so far.
bool query_log_failed();

}  // namespace sleave::solve
