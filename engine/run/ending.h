// How a run ended from outside, and what that means where the runtime could not write it down itself.
#pragma once

#include <chrono>

#include "engine/base/result.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Ending {
  int wait_status = 0;
  bool killed = false;                         // by us: it stood still and did not answer
  bool interrupted = false;                    // by us: the person wants to stop
  std::chrono::milliseconds processor_time{};  // when it was killed
};

// The trace with an outcome, always: a run that died is a crash, one that stood still is an endless loop or a blocking
// call, one that left without the runtime noticing, or wrote nonsense over its trace, was not controlled (refused).
// Only an interrupted run stays unfinished.
Trace settle(Result<Trace> written, const Ending& ending);

}  // namespace sleave
