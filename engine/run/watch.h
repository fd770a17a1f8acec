// Watching a run and collecting its trace: shared by both runners.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "engine/run/channel.h"
#include "engine/run/child.h"
#include "engine/run/ending.h"
#include "engine/run/target.h"
#include "engine/trace/trace.h"

namespace sleave {

// A run from the outside.
struct Watched {
  // Waits a little; true when it is over.
  std::function<bool(std::chrono::milliseconds)> over;
  // Its process; 0: unknown. Called only for runs that take long.
  std::function<pid_t()> process;
  // Kills it; the second time together with its server.
  std::function<void(bool again)> kill;
  // Whether it has to end now: the user stops the campaign, or its time is over.
  std::function<bool()> must_stop;
};

// Returns when the run is over, or was ended because it stalled or used more than `memory_limit` bytes; fills
// everything of the Ending but the wait status.
Ending watch(const Watched& run, const Channel& channel, const Plan& plan, std::uint64_t memory_limit);

// The trace in the channel. Reads everything of a failed run.
Result<Trace> collect(const Channel& channel, Detail detail);

// The runtime never took control of it.
Error not_instrumented(const Target& target, int wait_status);

// The runtime had control, but the target ended before main.
Error died_before_main(const Target& target, int wait_status);

}  // namespace sleave
