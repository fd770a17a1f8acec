#include "engine/strategy/dpor/graph/weak/departures.h"

#include <algorithm>
#include <utility>

#include "engine/strategy/dpor/graph/clock_words.h"
#include "engine/strategy/dpor/graph/revisit.h"
#include "engine/strategy/dpor/graph/weak/happens_before.h"

namespace sleave::graph {
namespace {

// Goes through the events in their order, with a clock of what comes before each in every interleaving.
class Departures {
 public:
  Departures(const Graph& graph, WeakModel model, std::uint64_t& checks)
      : graph_(graph),
        model_(model),
        checks_(checks),
        room_(clock_room(graph.threads())),
        clocks_(graph.size() * room_),
        past_(room_),
        writes_(graph.locations().size() * room_),
        reads_(graph.locations().size() * room_),
        last_(graph.threads(), kNoEvent),
        known_(graph.locations().size()) {}

  bool any(std::span<const EventId> order) {
    for (const EventId id : order) {
      const Event& event = graph_.event(id);
      look_back(event);
      if (event.kind != Kind::update_write && (event.reads() || event.writes()) && departs(id)) return true;
      place(id);
    }
    return false;
  }

 private:
  // What comes before the event because of what its thread has done.
  void look_back(const Event& event) {
    clear_clock(past_.data(), room_);
    for (const EventId before : {last_[event.thread], event.predecessor}) {
      if (before != kNoEvent) join_clocks(past_.data(), &clocks_[before * room_], room_);
    }
  }

  [[nodiscard]] bool is_past(EventId id) const {
    const Event& event = graph_.event(id);
    return past_[event.thread] > event.index;
  }

  bool departs(EventId id) {
    const Event& event = graph_.event(id);
    const EventIds& writes = graph_.location(event.location).writes;
    std::size_t newest = writes.size();
    while (newest > 0 && !is_past(writes[newest - 1])) --newest;
    if (newest == 0) return false;
    for (std::size_t i = event.is_object ? first_independent(event, newest) : first_visible(event); i < newest; ++i) {
      if (is_allowed_at(event, i)) return true;
    }
    return false;
  }

  // An object is never seen in an old state, but operations on it may come in another order.
  [[nodiscard]] std::size_t first_independent(const Event& event, std::size_t newest) const {
    const EventIds& writes = graph_.location(event.location).writes;
    const auto depends_on = [&](EventId write) {
      return comes_before(event, [&](EventId own) { return own == write || graph_.in_prefix(write, own); });
    };
    while (newest > 0 && !depends_on(writes[newest - 1])) --newest;
    return newest;
  }

  // What happens before the event has seen, or written, what is there.
  [[nodiscard]] std::size_t first_visible(const Event& event) const {
    std::size_t first = 0;
    for (const EventId id : known_[event.location]) {
      const auto happens = [&](EventId own) { return own == id || happens_before_.before(graph_, id, own); };
      if (!comes_before(event, happens)) continue;
      const Event& other = graph_.event(id);
      first = std::max(first, graph_.position(event.location, other.reads() ? other.source : id));
    }
    return first;
  }

  template <typename Before>
  [[nodiscard]] bool comes_before(const Event& event, Before before) const {
    const EventId last = last_[event.thread];
    return (last != kNoEvent && before(last)) || (event.predecessor != kNoEvent && before(event.predecessor));
  }

  // Whether the model allows the event there, after its past and nothing else.
  bool is_allowed_at(const Event& event, std::size_t position) {
    RecycledVector<std::uint8_t> kept(graph_.size());
    EventId predecessor = kNoEvent;
    EventId next = 0;
    for (EventId id = 0; id < graph_.size(); ++id) {
      kept[id] = is_past(id) ? 1 : 0;
      if (id == event.predecessor) predecessor = next;
      next += kept[id];
    }
    Graph past = graph_.restricted(kept);
    Event moved = event;
    moved.partner = kNoEvent;
    moved.predecessor = predecessor;
    moved.fatal = false;
    if (moved.kind == Kind::write) return is_allowed_write(past, moved, position);
    moved.source = past.at(moved.location, position);
    return moved.kind == Kind::read ? is_allowed_read(past, moved) : is_allowed_update(past, moved, position);
  }

  // Nothing comes between an update and what it read.
  static bool is_taken(const Graph& graph, std::uint32_t location, std::size_t position) {
    const EventIds& writes = graph.location(location).writes;
    return position < writes.size() && graph.event(writes[position]).kind == Kind::update_write;
  }

  bool is_allowed_write(Graph& past, const Event& event, std::size_t position) {
    if (is_taken(past, event.location, position)) return false;
    past.insert(past.add(event), position + 1);
    return is_consistent(past);
  }

  bool is_allowed_read(Graph& past, const Event& event) {
    past.add(event);
    return is_consistent(past);
  }

  bool is_allowed_update(const Graph& past, Event event, std::size_t position) {
    const std::uint64_t state = past.value_of(event.location, event.source);
    for (unsigned choice = 0; choice < alternatives(event.operation, state); ++choice) {
      const Action action = apply(event.operation, state, choice);
      if (action.kind == Action::blocks) continue;
      event.outcome = static_cast<std::uint16_t>(choice);
      event.fails = action.kind == Action::keeps;
      if (!event.fails && is_taken(past, event.location, position)) continue;
      Graph tried = past;
      const EventId id = tried.add(event);
      if (!event.fails) tried.insert(tried.add(write_of_update(tried, id, action.value)), position + 1);
      if (is_consistent(tried)) return true;
    }
    return false;
  }

  bool is_consistent(const Graph& graph) {
    ++checks_;
    EventIds order;
    return order_by_dependence(graph, order) && is_allowed(graph, order, model_);
  }

  void place(EventId id) {
    const Event& event = graph_.event(id);
    std::uint32_t* const clock = &clocks_[id * room_];
    copy_clock(clock, past_.data(), room_);
    clock[event.thread] = event.index + 1;
    last_[event.thread] = id;
    happens_before_.add(graph_, id);
    if (!event.reads() && !event.writes()) return;
    known_[event.location].push_back(id);
    std::uint32_t* const write = &writes_[event.location * room_];
    std::uint32_t* const reads = &reads_[event.location * room_];
    join_clocks(clock, write, room_);
    if (event.writes()) {
      join_clocks(clock, reads, room_);
      copy_clock(write, clock, room_);
      clear_clock(reads, room_);
    } else {
      join_clocks(reads, clock, room_);
    }
  }

  const Graph& graph_;
  WeakModel model_;
  std::uint64_t& checks_;
  std::size_t room_;                      // threads that a clock has room for
  RecycledVector<std::uint32_t> clocks_;  // of each event: what comes before it, itself included
  RecycledVector<std::uint32_t> past_;    // of the event that is looked at
  RecycledVector<std::uint32_t> writes_;  // of each location: the newest write's clock
  RecycledVector<std::uint32_t> reads_;   // of each location: the clocks of the reads since then, together
  EventIds last_;                         // of each thread, so far
  RecycledVector<EventIds> known_;        // of each location: its events so far
  HappensBefore happens_before_;
};

}  // namespace

bool is_strong(const Event& event) {
  if (!event.reads() && !event.writes()) return event.kind != Kind::fence;  // the creation of a thread, say
  if (!event.is_object) return event.order() == MemoryOrder::seq_cst;
  return event.writes() || (event.operation.op == Op::lock && !event.fails);
}

bool has_departure(const Graph& graph, std::span<const EventId> order, WeakModel model, std::uint64_t& checks) {
  if (std::all_of(graph.events().begin(), graph.events().end(), is_strong)) return false;
  return Departures(graph, model, checks).any(order);
}

}  // namespace sleave::graph
