// The graph of one run as it was, loads of old values included.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "engine/model/step.h"
#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

// By thread and the events that it had executed: the store that an operation took, or came behind (SLEAVE_STORE_NAME);
// all others took, or became, the newest.
using StoresTaken = std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t>;

// Its events are in the order of the steps.
Graph graph_of_run(std::span<const Step> steps, const StoresTaken& taken);

}  // namespace sleave::graph
