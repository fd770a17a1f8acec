// Reads the types and functions of a source file from the debug information of its object file.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/harness/types.h"

namespace sleave::harness {

// `object` was compiled from `source` with -g; functions that come from other files are left out.
Result<Source> read_source(const std::string& object, const std::string& source);

// Adds what another file of the same library defines; of an object without debug information, nothing. In C only.
void read_other(const std::string& object, Source& source);

}  // namespace sleave::harness
