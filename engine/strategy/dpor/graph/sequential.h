// Sequential consistency: program order, reads-from, modification order and from-read (a read before the write that
// follows its source) have no cycle together, and nothing comes between an update's source and its write.
#pragma once

#include <span>

#include "engine/strategy/dpor/graph/memory_model.h"

namespace sleave::graph {

// The first comes before the second.
struct EventOrder {
  EventId before = kNoEvent;
  EventId after = kNoEvent;
};

// Whether the write of every update comes right after what it read. Every model asks for that.
bool updates_are_atomic(const Graph& graph);

class SequentialConsistency final : public MemoryModel {
 public:
  // An order that also keeps `pairs`; false: there is none.
  bool linearize_with(const Graph& graph, std::span<const EventOrder> pairs, EventIds& order) const;
  bool linearize(const Graph& graph, EventIds& order) const override;
  [[nodiscard]] std::size_t first_place(const Graph& graph, EventId write, EventId last) const override;
  [[nodiscard]] std::unique_ptr<Visibility> watch(const Graph& graph, const EventIds& order) const override;
};

}  // namespace sleave::graph
