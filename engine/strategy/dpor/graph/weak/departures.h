// Departures from sequential consistency: where an execution that it allows could have continued in a way that only a
// weaker memory model allows.
//
// A model allows more executions of a program than sequential consistency does if and only if one of the sequentially
// consistent ones has a departure: an event that could have read an older store, or come earlier in modification order,
// with nothing in the graph but what comes before its thread's last event (by program order, reads-from, modification
// order and from-read). For take an execution that is not sequentially consistent, in an order of dependence, up to the
// first event with which it is not. Without that event it is a prefix of a sequentially consistent execution, in which
// the event comes next in its thread. What makes a cycle with the event comes before its thread's last one, so nothing
// else is needed for it; and models allow every prefix of what they allow.
#pragma once

#include <cstdint>
#include <span>

#include "engine/strategy/dpor/graph/graph.h"
#include "engine/strategy/dpor/graph/weak/consistency.h"

namespace sleave::graph {

// Sequentially consistent atomics alone, with locks, are as strong as sequential consistency.
bool is_strong(const Event& event);

// The graph is one of a run that came to its end, or is redundant: some rounds of loops that find nothing are only
// there. `order` is an interleaving of it. `checks` counts candidates that took an exact check.
bool has_departure(const Graph& graph, std::span<const EventId> order, WeakModel model, std::uint64_t& checks);

}  // namespace sleave::graph
