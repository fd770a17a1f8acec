// Whether a client fails although its calls come one after the other: then it asks for something that the class does
// not offer, and its failure with several threads says nothing.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/run/runner.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Tries orders of the calls of a failed run: its client, each call to its end or until it waits. The failure of the
// first that fails, in words; none: all pass, or the run has no client, or a failure that is never allowed.
Result<std::optional<std::string>> serial_failure(Runner& runner, const Plan& plan, const Trace& failed);

}  // namespace sleave
