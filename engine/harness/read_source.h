// Reads the types and functions of a source file from the debug information of its object file.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/harness/types.h"

namespace sleave::harness {

// `object` was compiled from `source` with -g; functions that come from other files are left out.
Result<Source> read_source(const std::string& object, const std::string& source);

}  // namespace sleave::harness
