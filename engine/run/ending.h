// How a run ended from outside, and what that means where the runtime could not write it down itself.
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Ending {
  int wait_status = 0;
  bool asked = false;          // by us, where it stands, since it stood still
  bool killed = false;         // by us: it stood still and did not answer, or
  bool out_of_memory = false;  //   used more than it may
  bool asleep = false;         // it stood still because it waited for something, not because it was busy
  bool interrupted = false;    // by us: the person wants to stop
  std::uint64_t events = 0;    // as far as it said: all that is known of a run that died before the end
};

// The trace with an outcome, always: a run that died is a crash, one that stood still is an endless loop or a blocking
// call, one that left without the runtime noticing was not controlled (refused), one that wrote nonsense over its trace
// is damaged.
// Only an interrupted run stays unfinished.
Trace settle(Result<Trace> written, const Ending& ending);

// The trace of a run that ended the process that makes the runs.
Trace ended_its_server();

}  // namespace sleave
