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
// `input` is what it reads on standard input.
Result<Ran> run_command(const std::vector<std::string>& words, const std::string& input = "");

}  // namespace sleave::synth
