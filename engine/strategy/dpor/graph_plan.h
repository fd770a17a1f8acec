// The decided part of a work item's run: its graph, one event after another.
#pragma once

#include <vector>

#include "engine/strategy/dpor/graph/graph.h"
#include "engine/trace/plan.h"

namespace sleave {

// Sets the plan's decisions so that a run executes the graph's events in `order` first. The graph's threads are those
// of the plan's table. `weak`: reads may not take what is newest in that order.
void decide_order(const graph::Graph& graph, const graph::EventIds& order, Plan& plan, bool weak);

}  // namespace sleave
