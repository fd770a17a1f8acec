// Runs a compiler.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave::synth {

struct Ran {
  int code = 0;
  std::string output;
  std::string messages;  // on standard error
};
Result<Ran> run_command(const std::vector<std::string>& words);

}  // namespace sleave::synth
