#include "engine/strategy/dpor/graph/weak/happens_before.h"

#include "engine/strategy/dpor/graph/clock_words.h"

namespace sleave::graph {

bool has_ordering_predecessor(const Event& event) {
  return event.predecessor != kNoEvent && (event.kind != Kind::join || acquires(event.order()));
}

HappensBefore::HappensBefore(const Graph& graph, std::span<const EventId> order) {
  for (const EventId id : order) add(graph, id);
}

void HappensBefore::make_room(const Graph& graph) {
  if (graph.threads() > room_) {
    const std::size_t room = clock_room(graph.threads());
    const auto spread = [&](RecycledVector<std::uint32_t>& clocks) {
      RecycledVector<std::uint32_t> wider(room_ == 0 ? 0 : clocks.size() / room_ * room);
      for (std::size_t i = 0; i < clocks.size(); ++i) wider[i / room_ * room + i % room_] = clocks[i];
      clocks = std::move(wider);
    };
    for (RecycledVector<std::uint32_t>* clocks : {&clocks_, &messages_, &pending_, &released_}) spread(*clocks);
    room_ = room;
  }
  if (clocks_.size() < graph.size() * room_) {
    clocks_.resize(graph.size() * room_);
    messages_.resize(graph.size() * room_);
  }
  if (last_.size() < graph.threads()) last_.resize(graph.threads(), kNoEvent);
  pending_.resize(last_.size() * room_);
  released_.resize(last_.size() * room_);
}

void HappensBefore::add(const Graph& graph, EventId id) {
  make_room(graph);
  const Event& event = graph.event(id);
  std::uint32_t* const clock = &clocks_[id * room_];
  std::uint32_t* const pending = &pending_[event.thread * room_];
  clear_clock(clock, room_);
  if (last_[event.thread] != kNoEvent) copy_clock(clock, &clocks_[last_[event.thread] * room_], room_);
  if (has_ordering_predecessor(event)) join_clocks(clock, &clocks_[event.predecessor * room_], room_);
  last_[event.thread] = id;
  clock[event.thread] = event.index + 1;
  if (event.reads() && event.source != kInitial) {
    const std::uint32_t* const message = &messages_[event.source * room_];
    join_clocks(acquires(event.order()) ? clock : pending, message, room_);
  }
  if (event.kind == Kind::fence && acquires(event.order())) join_clocks(clock, pending, room_);
  if (event.kind == Kind::fence && releases(event.order())) copy_clock(&released_[event.thread * room_], clock, room_);
  if (!event.writes()) return;
  std::uint32_t* const message = &messages_[id * room_];
  copy_clock(message, releases(event.order()) ? clock : &released_[event.thread * room_], room_);
  const EventId source = event.kind == Kind::update_write ? graph.event(event.partner).source : kInitial;
  if (source != kInitial) join_clocks(message, &messages_[source * room_], room_);
}

bool HappensBefore::before_next(const Graph& graph, EventId event, const Event& next) const {
  const Event& self = graph.event(event);
  const auto comes_before = [&](EventId other) { return other != kNoEvent && clock(other)[self.thread] > self.index; };
  return comes_before(graph.last_of(next.thread)) || comes_before(next.predecessor);
}

}  // namespace sleave::graph
