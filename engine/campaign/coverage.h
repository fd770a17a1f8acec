// Coverage: which control-flow edges of the program any run has taken.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/cover/branch_coverage.h"
#include "engine/trace/trace.h"

namespace sleave {

class Coverage {
 public:
  // Copying the edges of a large program costs more than a run, so beyond the first runs only some record them.
  [[nodiscard]] static bool wanted(std::uint64_t run) { return run < 128 || run % 16 == 0; }

  void add(const Trace& trace) {
    if (trace.edges.empty()) return;
    ++runs_;
    if (trace.edges.size() > edges_.size()) {
      edges_.resize(trace.edges.size());
      modules_ = trace.modules;
    }
    for (std::size_t i = 0; i < trace.edges.size(); ++i) {
      if (trace.edges[i] == 0 || edges_[i] != 0) continue;
      edges_[i] = 1;
      ++covered_;
    }
  }

  // Continues the coverage of an earlier session; the first run shows where the marks are.
  void resume(const std::vector<std::uint8_t>& edges, std::uint64_t runs) {
    earlier_ = edges;
    runs_ = runs;
  }

  [[nodiscard]] std::uint64_t covered() const { return covered_; }
  [[nodiscard]] std::uint64_t total() const { return edges_.size(); }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }  // that recorded them

  // Of all sessions.
  [[nodiscard]] std::vector<std::uint8_t> edges() const {
    std::vector<std::uint8_t> edges = edges_;
    edges.resize(std::max(edges_.size(), earlier_.size()));
    for (std::size_t i = 0; i < earlier_.size(); ++i) edges[i] |= earlier_[i];
    return edges;
  }

  // Reads the program's file.
  [[nodiscard]] BranchCoverage branches(bool every_run) const {
    BranchCoverage coverage{.table = BranchTable(modules_), .edges = edges(), .taken = {}, .every_run = every_run};
    coverage.taken = coverage.table.taken(coverage.edges);
    return coverage;
  }

 private:
  std::vector<std::uint8_t> edges_;
  std::vector<std::uint8_t> earlier_;
  std::vector<sleave_trace_module> modules_;
  std::uint64_t covered_ = 0;
  std::uint64_t runs_ = 0;
};

}  // namespace sleave
