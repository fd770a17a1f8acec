// The clients of a program (--client).
#pragma once

#include <string>

#include "engine/base/result.h"

namespace sleave {

// Command lines as a person types them, in the form of SLEAVE_CLIENTS (abi/environment.h): words end at spaces, ' and "
// keep them together, and ; begins another client. An error if a program does not exist or is not instrumented by this
// Sleave. Nothing for nothing.
Result<std::string> parse_clients(const std::string& text);

// The same check for clients in that form, from a replay file, which may come from anyone.
Status check_clients(const std::string& clients);

}  // namespace sleave
