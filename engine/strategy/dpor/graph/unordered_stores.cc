#include "engine/strategy/dpor/graph/unordered_stores.h"

#include <algorithm>

namespace sleave::graph {
namespace {

bool is_retry(const Operation& operation) { return operation.op == Op::retry_exchange; }

bool has_store(const Graph& graph, const Location& location) {
  return std::any_of(location.writes.begin(), location.writes.end(),
                     [&](EventId write) { return graph.event(write).kind == Kind::write; });
}

bool are_ordered(const Graph& graph, EventId one, EventId other) {
  return graph.in_prefix(one, other) || graph.in_prefix(other, one);
}

// Whether a thread that is blocked there has all stores to the location before it.
bool comes_after_stores(const Graph& graph, const Location& location, const Step& blocked) {
  const EventId last = graph.last_of(blocked.thread);
  return std::all_of(location.writes.begin(), location.writes.end(), [&](EventId write) {
    return graph.event(write).kind != Kind::write || (last != kNoEvent && graph.in_prefix(write, last));
  });
}

bool is_ordered(const Graph& graph, std::uint32_t location, EventId store) {
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph.event(id);
    const bool changes = event.writes() || event.kind == Kind::update;
    if (event.location == location && changes && id != store && !are_ordered(graph, id, store)) return false;
  }
  return true;
}

bool are_stores_ordered(const Graph& graph, std::uint32_t location) {
  const EventIds& writes = graph.location(location).writes;
  return std::all_of(writes.begin(), writes.end(), [&](EventId write) {
    return graph.event(write).kind != Kind::write || is_ordered(graph, location, write);
  });
}

// Locations that have both retries and stores.
std::set<std::uint32_t> candidates(const Graph& graph, std::span<const Step> blocked) {
  std::set<std::uint32_t> found;
  for (const Event& event : graph.events()) {
    if (event.kind == Kind::update && is_retry(event.operation)) found.insert(event.location);
  }
  for (const Step& step : blocked) {
    if (!is_retry(step.operation)) continue;
    for (std::uint32_t i = 0; i < graph.locations().size(); ++i) {
      if (graph.location(i).name == step.location) found.insert(i);
    }
  }
  std::erase_if(found, [&](std::uint32_t location) { return !has_store(graph, graph.location(location)); });
  return found;
}

}  // namespace

std::set<std::uint64_t> unordered_stores(const Graph& graph, std::span<const Step> blocked) {
  std::set<std::uint64_t> names;
  for (const std::uint32_t location : candidates(graph, blocked)) {
    const Location& place = graph.location(location);
    const bool ordered =
        are_stores_ordered(graph, location) && std::all_of(blocked.begin(), blocked.end(), [&](const Step& step) {
          return step.location != place.name || comes_after_stores(graph, place, step);
        });
    if (!ordered) names.insert(place.name);
  }
  return names;
}

}  // namespace sleave::graph
