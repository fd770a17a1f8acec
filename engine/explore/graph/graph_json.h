// A graph as JSON: the frontier of a search on disk.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/explore/graph/graph.h"

namespace sleave::graph {

nlohmann::json to_json(const Graph& graph);

// None if it is not a graph of at most `threads` threads: it may come from anywhere.
std::optional<Graph> graph_from_json(const nlohmann::json& text, std::size_t threads);

}  // namespace sleave::graph
