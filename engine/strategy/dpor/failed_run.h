// Reads failed runs for the search (engine/strategy/dpor/graph/failure.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/model/steps/run_steps.h"
#include "engine/strategy/dpor/graph/graph.h"
#include "engine/trace/trace.h"

namespace sleave {

// The thread of the trace whose own code failed after its last event: not in an operation, which would have to be an
// event, and not because threads wait forever. None: the run did not end so.
std::optional<std::uint32_t> failed_by_itself(const Trace& trace);

// Whether the run failed because threads wait forever.
bool waits_for_ever(const Trace& trace);

// Whether threads other than this one could have continued.
bool can_others_go_on(const Trace& trace, std::uint32_t thread);

// Threads that the graph stops, as a set by their places.
std::uint64_t stopped_threads(const graph::Graph& graph);

// Stopped threads of a run that repeats a graph: those that the graph stops, and each thread after `limit` events. They
// continue only when no other thread can. What came then is cut off from the run's steps beyond the graph, and
// `run.blocked` becomes what the other threads waited for at that moment.
enum class Cut : std::uint8_t { nothing, after_stop, after_limit };
Cut cut_where_stopped_go_on(const graph::Graph& graph, std::uint64_t limit, graph::Steps& beyond, RunSteps& run);

}  // namespace sleave
