// Whether everything a trace refers to exists.
#pragma once

#include <string>

#include "engine/trace/trace.h"

namespace sleave {

// The first thing wrong with a copied trace, or empty. Empty means: every thread, module and stack index, every enum
// value in it is in range.
std::string trace_problem(const Trace& trace);

}  // namespace sleave
