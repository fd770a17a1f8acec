// Which files the targets of this process see (abi/files.h): a property of the environment that they inherit.
#pragma once

#include <string>

#include "engine/base/result.h"

namespace sleave {

// A name of abi/files.def.
Status choose_files(const std::string& name);

// What was chosen, or the default.
std::string chosen_files();

}  // namespace sleave
