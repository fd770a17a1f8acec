// Where two recorded runs of one plan part, in words.
#pragma once

#include <string>

#include "engine/trace/trace.h"

namespace sleave {

// A few lines: the events before the first difference, then that event as each of the two runs had it. The last NOTE of
// its thread (a clock, random bytes, an uncontrolled call) is named with it: it is the likely leak.
std::string difference_text(const Trace& a, const std::string& name_a, const Trace& b, const std::string& name_b);

}  // namespace sleave
