// Hints: advice about a finding that its report cannot give, because the cause is how the program was built or started.
#pragma once

#include <string>
#include <vector>

#include "engine/find/finding.h"
#include "engine/trace/trace.h"

namespace sleave {

// For `finding`, which describes the failed run `trace`. Each is one note; its second line states what to do.
std::vector<std::string> hints_for(const Finding& finding, const Trace& trace);

}  // namespace sleave
