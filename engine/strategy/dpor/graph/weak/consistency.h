// Whether a weak memory model allows an execution graph. docs/internals/weak-memory.md.
#pragma once

#include <cstdint>
#include <span>

#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

enum class WeakModel : std::uint8_t {
  cpp20,  // as the standard says
  rc11,   // as its repair in "Repairing Sequential Consistency in C/C++11" (PLDI 2017) says; for comparison
  tso,    // what x86 processors do with such code: a load may come before an older store of its thread
};

// An order in which the events can be run: program order, sources, predecessors and the states of synchronization
// objects are kept; modification order of atomics need not be. False: there is none.
bool order_by_dependence(const Graph& graph, EventIds& order);

// `order` is one of order_by_dependence().
bool is_allowed(const Graph& graph, std::span<const EventId> order, WeakModel model);

}  // namespace sleave::graph
