// Whether a run did what its work item says, and what it did beyond.
#pragma once

#include <optional>
#include <vector>

#include "engine/explore/graph/graph.h"
#include "engine/explore/graph/step.h"

namespace sleave {

// The steps of the run that the graph does not have, in the order of the run, if it repeated the graph in `order`; none
// if it did something else. Branches are no operations that a plan could order: a thread comes to them as soon as it
// has done what is before them. With `inputs`, the run may have had another input than the one that made the graph: its
// values and conditions are those of the run from here on.
std::optional<graph::Steps> beyond_graph(graph::Graph& graph, const graph::EventIds& order, const graph::Steps& steps,
                                         bool inputs);

}  // namespace sleave
