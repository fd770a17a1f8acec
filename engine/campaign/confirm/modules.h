// What the modules of a trace say about the program.
#pragma once

#include <set>
#include <string>

#include "engine/trace/trace.h"

namespace sleave {

// Build-id of the program itself in hexadecimal; empty: it has none.
std::string build_id_of(const Trace& trace);

// File names of the modules the pass has not seen. What runs in them is one step of its caller.
std::set<std::string> uninstrumented_modules(const Trace& trace);

}  // namespace sleave
