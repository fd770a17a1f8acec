// What identifies the code that runs: two nodes of a search must run the same.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/trace/trace.h"

namespace sleave::farm {

// Of the program and its libraries, by their names and build-ids.
std::string build_hash(const Trace& trace);

// Of this program: its version and its bytes.
Result<std::string> engine_hash(const std::string& version);

}  // namespace sleave::farm
