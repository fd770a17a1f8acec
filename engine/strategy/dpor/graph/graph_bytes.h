// A graph as bytes: a work item in the frontier, in memory and on disk. Numbers are short where they are small, so that
// an event takes about ten bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/base/recycled.h"
#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

void append_bytes(const Graph& graph, RecycledVector<std::uint8_t>& bytes);

// The graph, without its clocks: linearize it, then renew_clocks(). None if the bytes are not a graph of at most
// `threads` threads: they may come from anywhere.
std::optional<Graph> graph_from_bytes(std::span<const std::uint8_t> bytes, std::size_t threads);

}  // namespace sleave::graph
