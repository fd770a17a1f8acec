// Choices that a program with a loop could make without end: time-outs, spurious wake-ups, failed allocations. A search
// tries a limited number of each in a run, and its result names the limit.
#pragma once

#include <cstddef>
#include <string>

#include "engine/strategy/dpor/graph/graph.h"

namespace sleave {

// "2 time-outs"
std::string time_out_words(std::size_t most);

bool has_too_many_time_outs(const graph::Graph& graph, std::size_t most);

// The limit that the graph, and all that are made from it, are beyond; empty: none.
std::string words_of_limited_choices(const graph::Graph& graph, std::size_t most_time_outs);

}  // namespace sleave
