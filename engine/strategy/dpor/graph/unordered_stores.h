// Where the compare-exchange of a retry loop cannot be an operation that blocks (Op::retry_exchange).
//
// The search is exact if only updates write its location: each takes the state of the one before. A store takes
// nothing, so nothing keeps it and a blocked update apart, unless program order and reads-from do. Where a store is
// ordered with other writes by neither, the failed compare-exchange must be an event, after which its thread stops. A
// run shows that, and the search restarts (LearnedFacts::stored).
#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "engine/model/step.h"
#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

// The names of such locations in the graph of a run that ended with threads at `blocked`.
std::set<std::uint64_t> unordered_stores(const Graph& graph, std::span<const Step> blocked);

}  // namespace sleave::graph
