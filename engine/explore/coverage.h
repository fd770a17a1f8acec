// Coverage: which control-flow edges of the program any run has taken.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

class Coverage {
 public:
  // Copying the edges of a large program costs more than a run, so beyond the first runs only some record them.
  [[nodiscard]] static bool wanted(std::uint64_t run) { return run < 128 || run % 16 == 0; }

  void add(const Trace& trace) {
    if (trace.edges.size() > edges_.size()) edges_.resize(trace.edges.size());
    for (std::size_t i = 0; i < trace.edges.size(); ++i) {
      if (trace.edges[i] == 0 || edges_[i] != 0) continue;
      edges_[i] = 1;
      ++covered_;
    }
  }

  [[nodiscard]] std::uint64_t covered() const { return covered_; }
  [[nodiscard]] std::uint64_t total() const { return edges_.size(); }

 private:
  std::vector<std::uint8_t> edges_;
  std::uint64_t covered_ = 0;
};

}  // namespace sleave
