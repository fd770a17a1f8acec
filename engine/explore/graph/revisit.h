// Backward revisits: an earlier read takes a new write, and what was added after that read, unless the write depends on
// it, is deleted and will be run again.
//
// Many graphs can lead to the same smaller one. The revisit is made only from the one in which everything deleted had
// chosen canonically, as seen from what remains and what was there before it; so each graph is made once.
#pragma once

#include <vector>

#include "engine/explore/graph/graph.h"
#include "engine/explore/graph/memory_model.h"
#include "engine/explore/graph/work_items.h"

namespace sleave::graph {

// `write` is the newest event of `graph` and not yet in the modification order. The graph is left as it was.
void revisit_reads(const Graph& graph, EventId write, const MemoryModel& model, WorkItems& further);

// The write that completes an update.
Event write_of_update(const Graph& graph, EventId update, std::uint64_t value);

}  // namespace sleave::graph
