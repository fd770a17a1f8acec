// Failures: a thread that fails ends the program, but not what the search must know.
//
// Every execution that has the failed thread's last event with the same choices fails as well. Others are reached only
// through what the remaining threads would have done: their writes may yet be what the failed thread reads. So a failed
// run is followed by one in which that thread stops before its last event for good. The event stays in the graph as one
// that only reads, like the last look of a loop that waits, so that later writes can revisit it; what it would have
// written is not there. Such a run is no class of its own.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

// The graph of that run, for a failure right after the last event of `thread`; none if every execution that could be
// reached from it fails as well.
std::optional<Graph> stopped(const Graph& graph, std::uint32_t thread);

}  // namespace sleave::graph
