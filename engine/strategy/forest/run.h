// Input and output of searches over forests: a task, and the run that was made of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/expr/variables.h"
#include "engine/strategy/forest/forest.h"

namespace sleave::interference {

// A run to be made: these events first, in this order; then the thread runs alone as long as it can.
struct Task {
  std::vector<NodeId> order;
  std::uint32_t thread = 0;
  expr::Values values;
  std::size_t degree = 0;
  std::uint64_t number = 0;
};

// What a run did, in its order. `values`: of inputs and of reads.
struct Run {
  std::vector<Event> events;
  std::vector<Event> waiting;  // what threads were about to do when the run ended, on synchronization objects
  expr::Values values;
  bool failed = false;  // and so ended, whatever others were about to do
};

// Branch outcomes, by place in the code, and the least number of interferences that each needed.
using Sides = std::map<std::pair<std::uint64_t, bool>, std::size_t>;

}  // namespace sleave::interference
