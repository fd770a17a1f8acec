#include "engine/strategy/dpor/graph/failure.h"

#include "engine/strategy/dpor/graph/bound.h"

namespace sleave::graph {
namespace {

bool is_read_by_older(const Graph& graph, EventId write) {
  for (EventId id = 0; id < write; ++id) {
    if (graph.event(id).reads() && graph.event(id).source == write) return true;
  }
  return false;
}

Graph without(const Graph& graph, EventId event) {
  RecycledVector<std::uint8_t> kept(graph.size(), 1);
  kept[event] = 0;
  return graph.restricted(kept);
}

}  // namespace

std::optional<Graph> stopped(const Graph& graph, std::uint32_t thread) {
  const EventId last = graph.last_of(thread);
  if (last == kNoEvent) return std::nullopt;
  const Event& event = graph.event(last);
  const EventId read = event.kind == Kind::update_write ? event.partner : last;
  if (!chose_canonically(graph, read)) return std::nullopt;
  if (event.writes() && (!chose_canonically(graph, last) || is_read_by_older(graph, last))) return std::nullopt;
  Graph rest = event.writes() ? without(graph, last) : graph;
  if (event.reads() || event.kind == Kind::update_write) {
    rest.make_fatal(rest.last_of(thread));
    return rest;
  }
  if (!event.writes()) rest = without(graph, last);
  Event stop;
  stop.thread = thread;
  stop.predecessor = rest.last_of(thread) == kNoEvent ? event.predecessor : kNoEvent;
  rest.make_fatal(rest.add(stop));
  return rest;
}

}  // namespace sleave::graph
