// A memory model: decides which graphs are consistent. The search itself is independent of it.
//
// Required of a model: a prefix of a consistent graph is consistent; a consistent graph stays consistent when an event
// is added that reads the newest write, or writes last; program order and reads-from have no cycle.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

// Tracks a graph to which only events are added that read the newest write or write last, and returns the alternatives
// of a thread's next event.
class Visibility {
 public:
  virtual ~Visibility() = default;

  // The newest event of the graph was added and, if it writes, is in the modification order.
  virtual void added(const Graph& graph) = 0;

  // Whether the graph stays consistent if `next`, not yet added, reads the write at this position of its location's
  // modification order (0: the initial value), or writes right after it.
  [[nodiscard]] virtual bool allows(const Graph& graph, const Event& next, std::size_t position) const = 0;
};

class MemoryModel {
 public:
  virtual ~MemoryModel() = default;

  // Whether the graph is consistent. `order` becomes an order in which it can be run again; an update's two events
  // are adjacent.
  virtual bool linearize(const Graph& graph, EventIds& order) const = 0;

  // A position of its location's modification order before which `write`, not in it yet, makes the graph inconsistent,
  // if `last`, the write itself or a read that takes it, comes last. 1 is always right; a larger one saves work.
  [[nodiscard]] virtual std::size_t first_place(const Graph& graph, EventId write, EventId last) const = 0;

  // Whether the graph stays consistent with the write of an update, newest and in the modification order, whose read
  // visibility allowed.
  [[nodiscard]] virtual bool admits_write(const Graph& /*graph*/) const { return true; }

  // For a consistent graph and an order made by linearize().
  [[nodiscard]] virtual std::unique_ptr<Visibility> watch(const Graph& graph, const EventIds& order) const = 0;
};

}  // namespace sleave::graph
