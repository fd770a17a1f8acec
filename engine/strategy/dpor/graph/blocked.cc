#include "engine/strategy/dpor/graph/blocked.h"

namespace sleave::graph {

bool may_turn_out_to_block(const Event& event) {
  return event.kind == Kind::update && event.operation.op == Op::opaque && event.operation.a != 0;
}

std::optional<Graph> without_blocked(const Graph& graph, EventId update) {
  const Event& event = graph.event(update);
  // Only the revisit itself: its write is the newest. Others were made from a graph with the revisit in it.
  const bool revisited = event.source != kInitial && event.source > update && event.partner + 1 == graph.size();
  if (!revisited) return std::nullopt;
  RecycledVector<std::uint8_t> kept(graph.size(), 1);
  kept[update] = 0;
  kept[event.partner] = 0;
  Graph rest = graph.restricted(kept);
  const EventId write = event.source - 1;  // one event before it is gone
  rest.pin(write);
  rest.pin(rest.event(write).partner);
  return rest;
}

}  // namespace sleave::graph
