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

// Why a failed run is no finding.
struct Excuse {
  enum class Kind {
    wait,    // its calls end, or wait as the class allows
    misuse,  // its client fails also when one call comes after the other
  };
  Kind kind = Kind::wait;
  std::string why;
};

// Tries orders of the calls of a failed run: its client, each call to its end or until it waits. None: all pass, or the
// run has no client, or a failure that is never allowed. An order in which calls wait excuses a run in which the same
// calls wait, but no other failure.
Result<std::optional<Excuse>> serial_failure(Runner& runner, const Plan& plan, const Trace& failed);

}  // namespace sleave
