// The sub-commands. Each gets the arguments after its name and returns the exit code of the process.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave {

enum ExitCode {
  exit_clean = 0,
  exit_finding = 1,
  exit_diverged = 4,
  exit_interrupted = 130
};  // the others are tiers (engine/base/result.h)

#define SLEAVE_COMMAND(name, operands, summary, description) \
  int name##_command(const std::vector<std::string>& arguments);
#include "cli/tables/commands.def"
#undef SLEAVE_COMMAND

// Prints the error on standard error and returns the exit code.
int complain(const Error& error);

}  // namespace sleave
