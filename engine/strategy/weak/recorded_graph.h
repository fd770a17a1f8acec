// The execution graph of a recorded run.
#pragma once

#include "engine/model/steps/run_steps.h"
#include "engine/strategy/dpor/graph/weak/consistency.h"
#include "engine/strategy/dpor/graph/weak/run_graph.h"
#include "engine/trace/trace.h"

namespace sleave {

// Whether a load took an old store, or a store came behind one that was not the newest.
bool takes_old_stores(const Trace& trace);

// Threads have the numbers of the trace. The run recorded points and operands.
RunSteps recorded_steps(const Trace& trace);
graph::StoresTaken recorded_stores(const Trace& trace);

// Of the run as it was; `steps` may have other orders.
bool is_allowed_with(std::span<const graph::Step> steps, const graph::StoresTaken& taken, graph::WeakModel model);

}  // namespace sleave
