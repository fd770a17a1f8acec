// The recorded events that take part in a failure itself: how a deadlocked lock was taken, which signal was lost, who
// wrote what the failing thread read last. A report marks them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/analyze/words/waits.h"
#include "engine/trace/trace.h"

namespace sleave {

// Indices of events, sorted. `contended` is contended_events(trace).
std::vector<std::uint64_t> culprit_events(const Trace& trace, const WaitGraph& waits,
                                          const std::vector<bool>& contended);

}  // namespace sleave
