// WorkItems: graphs that are still to be run, one after another as bytes (graph_bytes.h). A graph is serialized here,
// not copied: many are found for each that is read again. Each has a weight (engine/strategy/space_estimate.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/recycled.h"
#include "engine/strategy/dpor/graph/graph_bytes.h"

namespace sleave::graph {

class WorkItems {
 public:
  void add(const Graph& graph) {
    append_bytes(graph, bytes_);
    ends_.push_back(bytes_.size());
  }

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::span<const std::uint8_t> operator[](std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::span(bytes_).subspan(begin, ends_[index] - begin);
  }
  // Items added since the last call share `weight` equally with the one that added them; returns its remaining share.
  double share(double weight) {
    const double each = weight / static_cast<double>(1 + ends_.size() - weights_.size());
    weights_.resize(ends_.size(), each);
    return each;
  }
  [[nodiscard]] double weight(std::size_t index) const { return index < weights_.size() ? weights_[index] : 0; }
  void clear() {
    bytes_.clear();
    ends_.clear();
    weights_.clear();
  }

 private:
  RecycledVector<std::uint8_t> bytes_;
  RecycledVector<std::size_t> ends_;
  RecycledVector<double> weights_;
};

}  // namespace sleave::graph
