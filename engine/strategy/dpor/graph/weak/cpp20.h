// C++20's memory model, without cycles of program order and reads-from (docs/internals/weak-memory.md).
#pragma once

#include "engine/strategy/dpor/graph/memory_model.h"
#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/graph/weak/consistency.h"

namespace sleave::graph {

class Cpp20 final : public MemoryModel {
 public:
  explicit Cpp20(WeakModel model = WeakModel::cpp20) : model_(model) {}

  // A graph that sequential consistency allows is run in one of its orders.
  bool linearize(const Graph& graph, EventIds& order) const override;
  [[nodiscard]] std::size_t first_place(const Graph& graph, EventId write, EventId last) const override;
  [[nodiscard]] bool admits_write(const Graph& graph) const override;
  [[nodiscard]] std::unique_ptr<Visibility> watch(const Graph& graph, const EventIds& order) const override;

 private:
  WeakModel model_;
  SequentialConsistency sequential_;
};

}  // namespace sleave::graph
