// Recordings of rr, for reverse execution.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/run/target.h"

namespace sleave {

// Whether rr works on this machine; if not, its message, and what to do.
Status can_record(const std::string& rr);

// Runs the target under rr, in the surroundings of this process. Returns the folder of the recording, which stays.
Result<std::string> record(const std::string& rr, const Target& target);

}  // namespace sleave
