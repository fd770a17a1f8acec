#include "engine/explore/graph/graph_json.h"

#include <array>

namespace sleave::graph {
namespace {

using nlohmann::json;

// References to events that may be none, or the initial value, as numbers from -2.
std::int64_t number(EventId id) { return id == kNoEvent ? -1 : id == kInitial ? -2 : static_cast<std::int64_t>(id); }

constexpr std::size_t kFields = 14;

json event_json(const Event& event) {
  return json::array({event.thread, static_cast<int>(event.kind), event.pinned ? 1 : 0, event.outcome,
                      event.location == kNoLocation ? -1 : static_cast<std::int64_t>(event.location),
                      number(event.source), number(event.partner), number(event.predecessor), event.value,
                      static_cast<int>(event.operation.op), event.operation.bytes, event.operation.a, event.operation.b,
                      event.index});
}

class Reader {
 public:
  Reader(const json& text, std::size_t threads) : text_(text), threads_(threads) {}

  std::optional<Graph> read() {
    const json& events = text_.at("events");
    const json& locations = text_.at("locations");
    count_ = events.size();
    places_ = locations.size();
    for (const json& place : locations) {
      const std::uint32_t index = graph_.add_location(place.at(0).get<std::uint64_t>());
      graph_.set_initial(index, place.at(1).get<std::uint64_t>());
    }
    for (const json& event : events) {
      if (!add(event)) return std::nullopt;
    }
    std::vector<std::uint8_t> placed(count_);
    for (std::uint32_t i = 0; i < places_; ++i) {
      std::size_t position = 0;
      for (const json& write : locations[i].at(2)) {
        const auto id = write.get<std::uint64_t>();
        if (id >= count_ || placed[id] != 0 || !graph_.event(static_cast<EventId>(id)).writes() ||
            graph_.event(static_cast<EventId>(id)).location != i) {
          return std::nullopt;
        }
        placed[id] = 1;
        graph_.insert(static_cast<EventId>(id), ++position);
      }
    }
    return finish(placed) ? std::optional(std::move(graph_)) : std::nullopt;
  }

 private:
  bool reference(const json& value, EventId& id) {
    const auto n = value.get<std::int64_t>();
    id = n == -1 ? kNoEvent : n == -2 ? kInitial : static_cast<EventId>(n);
    return n >= -2 && n < static_cast<std::int64_t>(count_);
  }

  bool completes(const Event& write, EventId update) const {
    return update < graph_.size() && graph_.last_of(write.thread) == update &&
           graph_.event(update).kind == Kind::update && graph_.event(update).location == write.location;
  }

  bool add(const json& text) {
    if (!text.is_array() || text.size() != kFields) return false;
    Event event;
    event.thread = text[0].get<std::uint32_t>();
    const auto kind = text[1].get<unsigned>();
    event.kind = static_cast<Kind>(kind);
    event.pinned = text[2].get<int>() != 0;
    event.outcome = text[3].get<std::uint16_t>();
    const auto location = text[4].get<std::int64_t>();
    event.location = location < 0 ? kNoLocation : static_cast<std::uint32_t>(location);
    event.value = text[8].get<std::uint64_t>();
    const auto op = text[9].get<unsigned>();
    event.operation = {static_cast<Op>(op), text[10].get<std::uint8_t>(), text[11].get<std::uint64_t>(),
                       text[12].get<std::uint64_t>()};
    EventId source = kNoEvent;
    EventId partner = kNoEvent;
    EventId predecessor = kNoEvent;
    const bool known = event.thread < threads_ && kind <= static_cast<unsigned>(Kind::local) &&
                       op <= static_cast<unsigned>(kLastOp) && location < static_cast<std::int64_t>(places_) &&
                       reference(text[5], source) && reference(text[6], partner) && reference(text[7], predecessor);
    if (!known || (event.reads() != (source != kNoEvent))) return false;
    if ((event.reads() || event.writes()) != (event.location != kNoLocation)) return false;
    const auto at = static_cast<EventId>(graph_.size());
    if (predecessor != kNoEvent && predecessor >= at) return false;
    if (event.kind == Kind::update_write && !completes(event, partner)) return false;
    event.predecessor = predecessor;
    if (event.kind == Kind::update_write) event.partner = partner;
    // A source may have a later stamp: it is set when all are there.
    if (event.reads()) event.source = kInitial;
    graph_.add(event);
    sources_.push_back(source);
    return graph_.event(at).index == text[13].get<std::uint32_t>();
  }

  bool finish(const std::vector<std::uint8_t>& placed) {
    for (EventId id = 0; id < count_; ++id) {
      const Event& event = graph_.event(id);
      if (event.writes() && placed[id] == 0) return false;
      if (!event.reads()) continue;
      const EventId source = sources_[id];
      if (source != kInitial && (!graph_.event(source).writes() || graph_.event(source).location != event.location)) {
        return false;
      }
      const std::uint16_t outcome = event.outcome;
      graph_.set_source(id, source);
      graph_.set_outcome(id, outcome);
    }
    return graph_.renew_clocks();
  }

  const json& text_;
  std::size_t threads_;
  std::size_t count_ = 0;
  std::size_t places_ = 0;
  Graph graph_;
  std::vector<EventId> sources_;
};

}  // namespace

json to_json(const Graph& graph) {
  json events = json::array();
  for (const Event& event : graph.events()) events.push_back(event_json(event));
  json locations = json::array();
  for (const Location& location : graph.locations()) {
    locations.push_back(json::array({location.name, location.initial, location.writes}));
  }
  return {{"events", std::move(events)}, {"locations", std::move(locations)}};
}

std::optional<Graph> graph_from_json(const json& text, std::size_t threads) {
  try {
    return Reader(text, threads).read();
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace sleave::graph
