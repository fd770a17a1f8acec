// Runs a short command, and keeps what it prints.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave::farm {

struct Ended {
  int code = 0;        // of a signal: 128 and its number
  std::string output;  // on both standard streams
};
// words[0] is searched for in PATH. An error: it could not be started.
Result<Ended> run_command(const std::vector<std::string>& words);

}  // namespace sleave::farm
