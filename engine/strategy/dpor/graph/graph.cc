#include "engine/strategy/dpor/graph/graph.h"

#include <algorithm>
#include <utility>

#include "engine/strategy/dpor/graph/clock_words.h"

namespace sleave::graph {
namespace {

constexpr std::size_t kRoomToGrow = 16;  // for what a run adds to a work item, mostly

}  // namespace

Graph::Graph(RecycledVector<Event> events, RecycledVector<Location> locations)
    : events_(std::move(events)), locations_(std::move(locations)) {
  std::uint32_t threads = 0;
  for (const Event& event : events_) threads = std::max(threads, event.thread + 1);
  last_.resize(threads, kNoEvent);
  before_.reserve(events_.size() + kRoomToGrow);
  for (EventId id = 0; id < events_.size(); ++id) {
    Event& event = events_[id];
    const EventId before = std::exchange(last_[event.thread], id);
    event.index = before == kNoEvent ? 0 : events_[before].index + 1;
    before_.push_back(before);
    if (event.location != kNoLocation) ++locations_[event.location].events;
  }
  room_ = clock_room(threads);
  clocks_.reserve((events_.size() + kRoomToGrow) * room_);
  clocks_.resize(events_.size() * room_);
}

std::size_t Graph::position(std::uint32_t location, EventId write) const {
  if (write == kInitial) return 0;
  const EventIds& writes = locations_[location].writes;
  for (std::size_t i = writes.size(); i > 0; --i) {  // mostly one of the last
    if (writes[i - 1] == write) return i;
  }
  return 0;
}

EventId Graph::at(std::uint32_t location, std::size_t position) const {
  return position == 0 ? kInitial : locations_[location].writes[position - 1];
}

std::uint64_t Graph::value_of(std::uint32_t location, EventId write) const {
  return write == kInitial ? locations_[location].initial : events_[write].value;
}

std::uint32_t Graph::add_location(std::uint64_t name) {
  locations_.push_back({.name = name, .initial = 0, .events = 0, .known = 0, .writes = {}});
  return static_cast<std::uint32_t>(locations_.size() - 1);
}

void Graph::set_initial(std::uint32_t location, std::uint64_t mask, std::uint64_t value) {
  Location& place = locations_[location];
  if (place.events == 0) place.initial = place.known = 0;
  const std::uint64_t news = mask & ~place.known;
  if (news == 0) return;
  place.known |= news;
  place.initial |= value & news;
  for (const EventId write : place.writes) events_[write].value |= value & news;
}

void Graph::renew_initial(std::uint32_t location, std::uint64_t known, std::uint64_t value) {
  locations_[location].known = known;
  locations_[location].initial = value & known;
}

void Graph::make_room_for_threads(std::uint32_t threads) {
  if (last_.size() < threads) last_.resize(threads, kNoEvent);
  if (threads <= room_) return;
  const std::size_t room = clock_room(threads);
  RecycledVector<std::uint32_t> wider(events_.size() * room);
  for (std::size_t i = 0; i < events_.size(); ++i) copy_clock(&wider[i * room], &clocks_[i * room_], room_);
  clocks_ = std::move(wider);
  room_ = room;
}

void Graph::join_clock(EventId into, EventId from) {
  if (from == kNoEvent || from == kInitial) return;
  join_clocks(&clocks_[into * room_], clock(from), room_);
}

void Graph::set_clock(EventId id) {
  const Event& event = events_[id];
  std::uint32_t* const own = &clocks_[id * room_];
  if (before_[id] == kNoEvent) {
    clear_clock(own, room_);
  } else {
    copy_clock(own, clock(before_[id]), room_);
  }
  join_clock(id, event.source);
  join_clock(id, event.predecessor);
  own[event.thread] = event.index + 1;
}

EventId Graph::add(Event event) {
  make_room_for_threads(event.thread + 1);
  const auto id = static_cast<EventId>(events_.size());
  const EventId before = last_[event.thread];
  event.index = before == kNoEvent ? 0 : events_[before].index + 1;
  if (event.partner != kNoEvent) events_[event.partner].partner = id;
  if (event.location != kNoLocation) ++locations_[event.location].events;
  events_.push_back(event);
  before_.push_back(before);
  clocks_.resize(clocks_.size() + room_);
  last_[event.thread] = id;
  set_clock(id);
  return id;
}

void Graph::remove_newest() {
  const Event& event = events_.back();
  last_[event.thread] = before_.back();
  if (event.partner != kNoEvent) events_[event.partner].partner = kNoEvent;
  if (event.location != kNoLocation) --locations_[event.location].events;
  events_.pop_back();
  before_.pop_back();
  clocks_.resize(clocks_.size() - room_);
}

void Graph::insert(EventId write, std::size_t position) {
  EventIds& writes = locations_[events_[write].location].writes;
  writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(position - 1), write);
}

void Graph::take_out(EventId write) { std::erase(locations_[events_[write].location].writes, write); }

void Graph::set_source(EventId read, EventId source) {
  events_[read].source = source;
  events_[read].outcome = 0;
  events_[read].fatal = false;
  set_clock(read);
}

void Graph::renew_clocks(std::span<const EventId> order) {
  for (const EventId id : order) set_clock(id);
}

Graph Graph::restricted(const RecycledVector<std::uint8_t>& kept) const {
  Graph graph;
  graph.room_ = room_;
  graph.input_ = input_;
  graph.last_.resize(last_.size(), kNoEvent);
  EventIds renamed(events_.size(), kNoEvent);
  const auto rename = [&](EventId id) { return id == kNoEvent || id == kInitial ? id : renamed[id]; };
  EventId next = 0;
  for (EventId id = 0; id < events_.size(); ++id) {
    if (kept[id] != 0) renamed[id] = next++;
  }
  graph.events_.reserve(next + 2);
  graph.before_.reserve(next + 2);
  graph.clocks_.reserve((next + 2) * room_);
  for (EventId id = 0; id < events_.size(); ++id) {
    if (kept[id] == 0) continue;
    Event event = events_[id];
    event.source = rename(event.source);
    event.partner = rename(event.partner);
    event.predecessor = rename(event.predecessor);
    graph.events_.push_back(event);
    graph.before_.push_back(rename(before_[id]));
    graph.last_[event.thread] = renamed[id];
    graph.clocks_.insert(graph.clocks_.end(), clock(id), clock(id) + room_);
  }
  graph.locations_.reserve(locations_.size());
  for (const Location& location : locations_) {
    graph.locations_.push_back(
        {.name = location.name, .initial = location.initial, .events = 0, .known = location.known, .writes = {}});
    EventIds& writes = graph.locations_.back().writes;
    writes.reserve(location.writes.size() + 2);
    for (const EventId write : location.writes) {
      if (kept[write] != 0) writes.push_back(renamed[write]);
    }
  }
  for (const Event& event : graph.events_) {
    if (event.location != kNoLocation) ++graph.locations_[event.location].events;
  }
  return graph;
}

}  // namespace sleave::graph
