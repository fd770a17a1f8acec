// A condition on inputs in words, for the finding.
#pragma once

#include <string>
#include <vector>

#include "engine/find/symbols/symbolizer.h"
#include "engine/inputs/solving.h"
#include "engine/minimize/condition/condition.h"
#include "engine/trace/trace.h"

namespace sleave {

//   33 <= length <= 64
//   p == q
//   line begins with "shards="
//   the test of frame at crc_frame.c:31 comes out as it does here
std::vector<std::string> describe(const Condition& condition, const Trace& reported, Solving& solving,
                                  Symbolizer& symbolizer);

// The exact condition, whatever its length: a script for a solver, with the program's assumptions. Its comments
// say which byte of which input a variable is.
std::string script_of(const Condition& condition, const Trace& reported, Solving& solving);

}  // namespace sleave
