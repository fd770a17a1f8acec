// A finding as a regression test: a C++ file to be added to the tested project.
#pragma once

#include <string>
#include <vector>

#include "engine/find/finding.h"

namespace sleave {

enum class TestFramework { plain, googletest };

struct RegressionSource {
  std::string replay;                  // the replay file, whole
  std::vector<std::string> arguments;  // of the program
  std::string name{};                  // of the campaign; empty: the program's
  std::vector<std::string> options{};  // of `sleave run` that say what a failure is
};

// One file that needs nothing but the `sleave` command and the program: the schedule is in it. The test fails if the
// program fails on that schedule, or, where a changed program cannot follow it any more, on one of some others; it
// passes if it does not. The lines for CMake are at its top.
std::string regression_test(const Finding& finding, const RegressionSource& source, TestFramework framework);

}  // namespace sleave
