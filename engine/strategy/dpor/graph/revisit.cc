#include "engine/strategy/dpor/graph/revisit.h"

namespace sleave::graph {
namespace {

// The revisits of one new write.
class Revisits {
 public:
  Revisits(const Graph& graph, EventId write, const Exploration& exploration)
      : graph_(graph), write_(write), exploration_(exploration), committed_(graph.size()) {
    if (!exploration.symmetry.empty()) extend_prefix();
    for (EventId id = 0; id < write; ++id) {
      const Event& event = graph.event(id);
      if (!event.reads() || event.source == kInitial) continue;
      if (id < event.source || is_needed(id)) committed_[event.source] = 1;
    }
  }

  // From the newest event down: what is deleted only grows, so the first event that may not be ends it.
  void run() {
    for (EventId id = write_; id-- > 0;) {
      if (is_needed(id)) continue;
      if (!is_canonical(id)) return;
      const Event& event = graph_.event(id);
      if (event.reads() && event.location == graph_.event(write_).location) revisit(id);
    }
  }

 private:
  // Whether the write depends on the event, or is kept apart by it from what an exchange of threads would make of it.
  [[nodiscard]] bool is_needed(EventId id) const {
    return prefix_.empty() ? graph_.in_prefix(id, write_) : prefix_[id] != 0;
  }

  void extend_prefix() {
    prefix_.resize(graph_.size());
    for (EventId id = 0; id < graph_.size(); ++id) prefix_[id] = graph_.in_prefix(id, write_) ? 1 : 0;
    add_equal_parts(graph_, exploration_.symmetry, write_, prefix_);
  }

  // What an event's choice is compared with: what was added before it, and what the write depends on.
  [[nodiscard]] bool counts(EventId other, EventId event) const { return other <= event || is_needed(other); }

  [[nodiscard]] bool is_last_before(EventId event, EventId source) const {
    const Event& self = graph_.event(event);
    const EventIds& writes = graph_.location(self.location).writes;
    for (std::size_t i = writes.size(); i > 0 && writes[i - 1] != source; --i) {
      if (writes[i - 1] != self.partner && counts(writes[i - 1], event)) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_canonical(EventId id) const {
    const Event& event = graph_.event(id);
    if (event.kind == Kind::branch) return !event.pinned && is_first_way(id);
    if (event.pinned || event.outcome != 0) return false;
    if (event.writes()) return committed_[id] == 0 && is_last_before(id, id);
    if (!event.reads()) return true;
    return (event.source == kInitial || counts(event.source, id)) && is_last_before(id, event.source);
  }

  // Whether no input, as far as it is known now, takes the branch a way that comes before the one it went. What is
  // added later may rule such inputs out, so it cannot be told when the branch is added.
  [[nodiscard]] bool is_first_way(EventId id) const {
    const std::uint32_t better = graph_.event(id).conditions.better;
    if (better == kNoCondition || exploration_.branches == nullptr) return true;
    return !exploration_.branches->possible(
        path_condition(graph_, id, [&](EventId other) { return counts(other, id); }), better);
  }

  [[nodiscard]] Graph without_later(EventId read, bool keep_read) const {
    RecycledVector<std::uint8_t> kept(graph_.size());
    for (EventId id = 0; id < graph_.size(); ++id) kept[id] = id <= read || id == write_ || is_needed(id);
    if (!keep_read) kept[read] = 0;
    return graph_.restricted(kept);
  }

  // Calls `use` with the write at every place of the modification order where the graph is consistent. Nothing comes
  // after `last_event`.
  template <typename Use>
  void place_write(Graph& graph, EventId last_event, Use use) {
    const auto write = static_cast<EventId>(graph.size() - 1);
    const Event& event = graph.event(write);
    const std::uint32_t location = event.location;
    std::size_t first = exploration_.model.first_place(graph, write, last_event);
    std::size_t last = graph.location(location).writes.size() + 1;
    if (event.kind == Kind::update_write) {
      first = last = graph.position(location, graph.event(event.partner).source) + 1;
    }
    EventIds order;
    for (std::size_t position = first; position <= last; ++position) {
      graph.insert(write, position);
      if (exploration_.model.linearize(graph, order)) use();
      graph.take_out(write);
    }
  }

  void revisit(EventId read) {
    const Event& event = graph_.event(read);
    const std::uint64_t state = graph_.event(write_).value;
    if (event.kind == Kind::update && apply(event.operation, state, 0).kind == Action::blocks) {
      if (takes_from_under(event)) remove(read);
      return;
    }
    const unsigned choices = event.kind == Kind::update ? alternatives(event.operation, state) : 1;
    Graph graph = without_later(read, true);
    const auto write = static_cast<EventId>(graph.size() - 1);
    graph.set_source(read, write);
    for (unsigned choice = 0; choice < choices; ++choice) {
      graph.set_outcome(read, static_cast<std::uint16_t>(choice));
      graph.set_fails(read, event.kind == Kind::update && apply(event.operation, state, choice).kind == Action::keeps);
      place_write(graph, read, [&] { finish(graph, read, write); });
    }
  }

  // Whether the new write is that of an update which found the state that the event found: only one of them can have
  // it.
  [[nodiscard]] bool takes_from_under(const Event& event) const {
    const Event& write = graph_.event(write_);
    return write.kind == Kind::update_write && graph_.event(write.partner).source == event.source;
  }

  // The read blocks on the new state: it is no event any more and will be run again when it can go on. Nothing in the
  // graph protects the write from being revisited away in turn, which would undo this; so it is pinned.
  void remove(EventId read) {
    Graph graph = without_later(read, false);
    const auto write = static_cast<EventId>(graph.size() - 1);
    graph.pin(write);
    graph.pin(graph.event(write).partner);
    place_write(graph, write, [&] { exploration_.offer(graph); });
  }

  // The graph is consistent with `read` taking `source`. An update that stores gets its write, which has revisits of
  // its own even where the graph with it is not consistent.
  void finish(Graph& graph, EventId read, EventId source) {
    const Event event = graph.event(read);
    if (event.kind != Kind::update) return exploration_.offer(graph);
    const Action action = apply(event.operation, graph.event(source).value, event.outcome);
    if (action.kind != Action::stores) return exploration_.offer(graph);
    const EventId write = graph.add(write_of_update(graph, read, action.value));
    revisit_reads(graph, write, exploration_);
    graph.insert(write, graph.position(event.location, source) + 1);
    EventIds order;
    if (exploration_.model.linearize(graph, order)) exploration_.offer(graph);
    graph.take_out(write);
    graph.remove_newest();
  }

  const Graph& graph_;
  EventId write_;
  const Exploration& exploration_;
  RecycledVector<std::uint8_t> prefix_;     // with symmetry: of the write, and what it needs besides
  RecycledVector<std::uint8_t> committed_;  // writes that are read by an older read, or by one that the new write needs
};

}  // namespace

void revisit_reads(const Graph& graph, EventId write, const Exploration& exploration) {
  Revisits(graph, write, exploration).run();
}

Event write_of_update(const Graph& graph, EventId update, std::uint64_t value) {
  const Event& read = graph.event(update);
  Event event;
  event.thread = read.thread;
  event.kind = Kind::update_write;
  event.location = read.location;
  event.orders = read.orders;
  event.is_object = read.is_object;
  event.partner = update;
  event.value = value;
  return event;
}

}  // namespace sleave::graph
