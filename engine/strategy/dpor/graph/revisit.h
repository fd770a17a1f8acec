// Backward revisits: an earlier read takes a new write. Everything added after that read is deleted and will be run
// again, except what the write depends on.
//
// Many graphs can lead to the same smaller one. The revisit is made only from the one in which everything deleted had
// chosen canonically, as seen from what remains and what was there before it; so each graph is made once.
#pragma once

#include <vector>

#include "engine/strategy/dpor/graph/exploration.h"
#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

// `write` is the newest event of `graph` and not yet in the modification order. The graph is left as it was.
void revisit_reads(const Graph& graph, EventId write, const Exploration& exploration);

// The conditions that held at the branches of the graph, except `without`: of those for which `counts(event)` is true.
template <typename Counts>
std::vector<std::uint32_t> path_condition(const Graph& graph, EventId without, Counts counts) {
  std::vector<std::uint32_t> holding;
  for (EventId id = 0; id < graph.size(); ++id) {
    const std::uint32_t held = graph.event(id).conditions.held;
    if (held != kNoCondition && id != without && counts(id)) holding.push_back(held);
  }
  return holding;
}

// The write that completes an update.
Event write_of_update(const Graph& graph, EventId update, std::uint64_t value);

}  // namespace sleave::graph
