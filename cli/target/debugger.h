// A replay under a debugger.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/run/target.h"
#include "engine/trace/plan.h"

namespace sleave {

enum class Debugger { gdb, lldb, rr };

struct DebugRequest {
  Debugger debugger = Debugger::gdb;
  Target target;
  Plan plan;
  std::string finding;                // its folder, whose report the debugger's commands show
  std::optional<std::uint64_t> step;  // of the run, the first is 0 (in the report 1): stop there first
  std::string commands;               // a file of the debugger's commands to run after the stop; then it leaves
};

// Becomes the debugger, which runs the target under the plan on kernel threads and stops at the failure. Returns only
// if it cannot.
Error debug(DebugRequest request);

}  // namespace sleave
