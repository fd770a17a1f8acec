// The search of a farm's campaign as a command for one machine.
#pragma once

#include <string>

#include "engine/farm/request.h"

namespace sleave {

// For a shell. Options that have their default are left out.
std::string search_command(const farm::Request& request);

}  // namespace sleave
