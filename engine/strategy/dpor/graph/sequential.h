// Sequential consistency: program order, reads-from, modification order and from-read (a read before the write that
// follows its source) have no cycle together, and nothing comes between an update's source and its write.
#pragma once

#include "engine/strategy/dpor/graph/memory_model.h"

namespace sleave::graph {

class SequentialConsistency final : public MemoryModel {
 public:
  bool linearize(const Graph& graph, EventIds& order) const override;
  [[nodiscard]] std::size_t first_place(const Graph& graph, EventId write, EventId last) const override;
  [[nodiscard]] std::unique_ptr<Visibility> watch(const Graph& graph, const EventIds& order) const override;
};

}  // namespace sleave::graph
