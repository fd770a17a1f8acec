// The inputs of runs that took edges which no earlier run took.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

struct KeptInputs {
  // By the names that the program gives them: the bytes, each once, in the order of the runs.
  std::map<std::string, std::vector<std::string>> values;
  std::vector<std::uint8_t> edges;  // 1 for each that a run took
};

// Nothing if the run took no new edge.
void keep_inputs(const Trace& trace, KeptInputs& kept);

}  // namespace sleave
