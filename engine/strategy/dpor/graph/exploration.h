// Exploration: what a search is made of besides the graph at hand, and where the graphs go that it finds.
#pragma once

#include "engine/model/branches.h"
#include "engine/strategy/dpor/graph/graph.h"
#include "engine/strategy/dpor/graph/memory_model.h"
#include "engine/strategy/dpor/graph/symmetry.h"
#include "engine/strategy/dpor/graph/work_items.h"

namespace sleave::graph {

struct Exploration {
  const MemoryModel& model;
  WorkItems& further;
  const Symmetry& symmetry;
  Branches* branches = nullptr;  // null: no graph has a branch

  // A consistent graph that was found. Of those that an exchange of alike threads turns into each other, one is kept.
  void offer(const Graph& graph) const {
    if (symmetry.empty() || is_sorted(graph, symmetry)) further.add(graph);
  }
};

}  // namespace sleave::graph
