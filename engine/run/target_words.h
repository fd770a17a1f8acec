// The words that options and replay files have for parts of a target.
#pragma once

#include <string>

#include "abi/channel.h"
#include "engine/base/result.h"

namespace sleave {

// The name, if it is one of abi/files.def.
Result<std::string> parse_files(const std::string& name);

Result<sleave_thread_mode> parse_threads(const std::string& name);

}  // namespace sleave
