// In which orders of time the calls of a client can come in a class, and whether one of them is left without an
// explanation.
//
// A class does not fix which call ended before which other began: that differs among the orders of its independent
// operations, of which the search runs one. So the explanations that the run found, orders of the calls that give its
// results, are held against all of them: is there a set of pairs (a, b), a ends before b begins, that the graph allows
// together and that contradicts every explanation?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/model/steps/run_steps.h"
#include "engine/strategy/dpor/graph/graph.h"
#include "engine/strategy/dpor/graph/sequential.h"

namespace sleave::graph {

struct CallOrder {
  enum class Verdict : std::uint8_t { explained, unexplained, unknown };
  Verdict verdict = Verdict::explained;
  std::vector<EventOrder> pairs;  // if unexplained: events, the first before the second, that make it so
};

// `order` is one of the graph's. Program order needs no pairs: explanations keep it.
CallOrder look_for_unexplained(const Graph& graph, std::span<const EventId> order, const ClientCalls& calls);

}  // namespace sleave::graph
