// What a report calls the thing behind a descriptor.
#pragma once

#include <string>

#include "abi/trace.h"

namespace sleave {

// "pipe 3", "socket 7", "3 descriptors"; for a location in SLEAVE_SPACE_DESCRIPTOR.
std::string descriptor_name(sleave_location location);

}  // namespace sleave
