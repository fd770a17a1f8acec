// A replay under gdb.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/run/target.h"
#include "engine/trace/plan.h"

namespace sleave {

// Becomes gdb, which runs the target under the plan on kernel threads and stops at the failure. `commands`, if not
// empty, is a file of gdb commands to run there; then gdb leaves. Returns only if it cannot.
Error debug(Target target, Plan plan, const std::string& commands);

}  // namespace sleave
