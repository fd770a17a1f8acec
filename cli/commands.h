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

int run_command(const std::vector<std::string>& arguments);
int replay_command(const std::vector<std::string>& arguments);
int show_command(const std::vector<std::string>& arguments);
int export_command(const std::vector<std::string>& arguments);
int doctor_command(const std::vector<std::string>& arguments);

// Says on standard error what went wrong, and returns the exit code.
int complain(const Error& error);

}  // namespace sleave
