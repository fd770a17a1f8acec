// How inputs are solved for.
#pragma once

#include <string>

namespace sleave {

struct SolvingOptions {
  std::string solver = "z3";  // or a command that speaks SMT-LIB 2
  std::string query_log{};    // a file that gets every question to the solver; empty: none
};

}  // namespace sleave
