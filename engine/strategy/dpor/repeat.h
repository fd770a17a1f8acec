// Whether a run repeated the graph of its work item, and its further steps.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/step.h"
#include "engine/strategy/dpor/graph/graph.h"

namespace sleave {

// How far a run repeats a graph.
struct Repeated {
  enum How : std::uint8_t {
    all,
    the_beginning,  // and then it ended
    not_at_all      // it behaved differently
  };
  How how = not_at_all;
  graph::EventId next = graph::kNoEvent;   // after the beginning: what was to come
  graph::Steps beyond;                     // the graph: further steps of the run, in its order
  const graph::Step* different = nullptr;  // from what was to come: the first such step, if that is why
};

// Of a run that was to repeat the graph in `order`. Branches, and choices that come with an operation, are none that a
// plan could order: a thread comes to them as soon as it has done what is before them. Fatal events (graph/failure.h)
// are not repeated. With `inputs`, the run may have had another input than the one that made the graph: its values and
// conditions are those of the run from here on.
Repeated repeat_graph(graph::Graph& graph, const graph::EventIds& order, const graph::Steps& steps, bool inputs);

}  // namespace sleave
