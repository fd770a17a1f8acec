// The two sides of a data race as a recorded trace shows them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

class ObjectNames;

// Where the earlier access of `race` is among the recorded events, and the later one; events.size() if it was not
// recorded. The earlier one is the last of its thread at its place in the code that touches the same memory.
std::uint64_t earlier_event(const Trace& trace, const sleave_trace_race& race);
std::uint64_t later_event(const Trace& trace, const sleave_trace_race& race);

// Locks that `thread` holds just before event `at`, in the order of acquisition.
std::vector<sleave_location> locks_held(const Trace& trace, std::uint32_t thread, std::uint64_t at);

// Both accesses of the race that `trace` ends with, the later first.
std::vector<FindingAccess> race_accesses(const Trace& trace, ObjectNames& names, Symbolizer& symbolizer);

}  // namespace sleave
