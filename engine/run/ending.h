// How the process of a run ended, and the outcome that follows where the runtime could not record one itself.
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Ending {
  int wait_status = 0;
  bool report_requested = false;  // it stalled, and was asked to report where
  bool killed = false;            // by us: it stalled and did not answer
  bool out_of_memory = false;     // by us: it used more memory than its limit
  bool asleep = false;            // it stalled because it waited, not because it was busy
  bool interrupted = false;       // by us: the user stops the campaign, or its time is over
  std::uint64_t events = 0;       // reported before it ended: all that is known of a run that died
};

// The trace, always with an outcome: a run that died is a crash, one that stalled is an endless loop or a blocking
// call, one that exited without the runtime was not controlled (refused), one that overwrote its trace is damaged. Only
// an interrupted run stays unfinished.
Trace settle(Result<Trace> written, const Ending& ending);

// The trace of a run that killed the fork server.
Trace killed_its_server();

}  // namespace sleave
