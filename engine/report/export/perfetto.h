// The interleaving of a finding as a trace for ui.perfetto.dev (or chrome://tracing): a track per thread, a slice per
// step, an arrow for each link.
#pragma once

#include <string>

#include "engine/report/target_result.h"

namespace sleave {

// In the JSON trace-event format. Time is the order of the steps: each is as long as any other.
std::string perfetto_trace(const StoredFinding& stored);

}  // namespace sleave
