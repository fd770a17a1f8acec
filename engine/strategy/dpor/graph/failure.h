// Failures: a thread that fails ends the program, but the search must still know what the other threads would have
// done.
//
// Every execution that has the failed thread's last event with the same choices fails as well. Others are reached only
// through further events of the remaining threads: the failed thread may read their writes. So a failed run is followed
// by one in which that thread stops before its last event for good. The event stays in the graph as one that only
// reads, like the last iteration of a waiting loop, so that later writes can revisit it; its write is not there. Such a
// run is no equivalence class of its own.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

// The graph of that run, for a failure right after the last event of `thread`; none if every execution that could be
// reached from it fails as well.
std::optional<Graph> stopped(const Graph& graph, std::uint32_t thread);

}  // namespace sleave::graph
