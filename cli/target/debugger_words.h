// The command lines of debuggers.
#pragma once

#include <string>
#include <vector>

#include "cli/target/debugger.h"

namespace sleave {

using Words = std::vector<std::string>;

// Each begins with the path of the command, runs the program to the first stop, and goes to its code there. `scripts`
// is the folder of our commands for debuggers (cli/debugger/), empty if it is not installed.
Words gdb_words(const std::string& gdb, const DebugRequest& request, const std::string& scripts);
Words lldb_words(const std::string& lldb, const DebugRequest& request, const std::string& scripts);
Words rr_words(const std::string& rr, const DebugRequest& request, const std::string& scripts,
               const std::string& recording);

}  // namespace sleave
