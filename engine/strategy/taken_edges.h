// TakenEdges: the control-flow edges that runs have taken, with an input for each run that took new ones, until they
// are reported. Numbers of edges are those of traces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

// A module of the program, and its part of the edges.
struct MarkedModule {
  std::string path;
  std::string build_id;  // hexadecimal; empty: it has none
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct EdgeNews {
  struct Input {
    std::string bytes;                 // as a file of a corpus has them
    std::vector<std::uint32_t> edges;  // that its run took, and no run before it
  };
  std::vector<MarkedModule> modules;
  std::vector<std::uint32_t> edges;
  std::vector<Input> inputs;
};

class TakenEdges {
 public:
  // Nothing if the run did not record its edges, or shows nothing about the program.
  void add(const Trace& trace);
  // Of runs that come after those that are here.
  void add(const TakenEdges& later);

  // What came since the last time.
  EdgeNews take();
  void clear() { *this = TakenEdges(); }

 private:
  void learn(std::size_t edges, const std::vector<sleave_trace_module>& modules);

  std::vector<std::uint8_t> seen_;  // 1 for each that was taken
  std::vector<sleave_trace_module> modules_;
  EdgeNews news_;  // without modules
};

}  // namespace sleave
