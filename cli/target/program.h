// The program under test, by the name that a user typed.
#pragma once

#include <string>

#include "engine/base/result.h"

namespace sleave {

// The absolute path of an executable file: as given if it contains a slash, else from PATH, else from here.
Result<std::string> find_program(const std::string& name);

}  // namespace sleave
