// Operations on objects whose states are not known (Op::opaque): a graph may place one where it would block.
//
// The search places such an operation everywhere it would place one that never blocks. A run in which it does block
// ends there: no execution has this graph, nor any graph made from it. If the operation was to take a new write
// (graph/revisit.h), that write still comes first; then the operation is no event yet, and will be run when it can
// continue.
#pragma once

#include <optional>

#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

bool may_turn_out_to_block(const Event& event);

// The graph to run instead of `graph`, in which `update` blocks; none if another graph leads to it, too.
std::optional<Graph> without_blocked(const Graph& graph, EventId update);

}  // namespace sleave::graph
