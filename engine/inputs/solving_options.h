// Options of the solver.
#pragma once

#include <cstdint>
#include <string>

#include "engine/solve/backends/make_solver.h"

namespace sleave {

struct SolvingOptions {
  std::string solver = "z3";                       // or a command that speaks SMT-LIB 2
  std::string query_log{};                         // a file that gets every solver query; empty: none
  std::uint32_t query_budget = solve::kUsualWork;  // of one query; 0: no limit
};

}  // namespace sleave
