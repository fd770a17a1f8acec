#include "engine/strategy/dpor/graph/bound.h"

#include <algorithm>
#include <deque>
#include <map>

namespace sleave::graph {
namespace {

// Goes through the orders of a graph, those with fewest preemptions first. A state is how far each thread has come, and
// which one went last.
class Orders {
 public:
  Orders(const Graph& graph, const std::vector<std::uint8_t>& kept, std::uint32_t most)
      : graph_(graph), kept_(kept), most_(most), units_(graph.threads()), place_(graph.size()), needs_(graph.size()) {
    for (EventId id = 0; id < graph.size(); ++id) {
      const Event& event = graph.event(id);
      if (kept[id] == 0 || event.kind == Kind::update_write) continue;  // one with its read
      place_[id] = static_cast<std::uint32_t>(units_[event.thread].size());
      units_[event.thread].push_back(id);
    }
    for (EventId id = 0; id < graph.size(); ++id) {
      if (kept[id] != 0) note_needs(id);
    }
  }

  std::optional<std::uint32_t> fewest() {
    open_.push_back({State(graph_.threads() + 1), 0});
    open_.back().state.back() = graph_.threads();
    while (!open_.empty()) {
      const Step step = std::move(open_.front());
      open_.pop_front();
      const auto [known, fresh] = cost_.try_emplace(step.state, step.cost);
      if (!fresh) continue;
      if (is_end(step.state)) return step.cost;
      if (cost_.size() > kMostStates) return 0;
      go_on(step);
    }
    return std::nullopt;
  }

 private:
  using State = std::vector<std::uint32_t>;  // for each thread its units done; then the thread that went last
  struct Step {
    State state;
    std::uint32_t cost;
  };
  static constexpr std::size_t kMostStates = 50'000;

  // The unit of an update's write is that of its read.
  [[nodiscard]] EventId unit(EventId id) const {
    return graph_.event(id).kind == Kind::update_write ? graph_.event(id).partner : id;
  }

  void need(EventId id, EventId other) {
    if (other == kNoEvent || other == kInitial || kept_[other] == 0 || unit(other) == unit(id)) return;
    needs_[unit(id)].push_back(unit(other));
  }

  void note_needs(EventId id) {
    const Event& event = graph_.event(id);
    need(id, event.source);
    need(id, event.predecessor);
    if (!event.writes()) return;
    EventId before = kInitial;
    for (const EventId write : graph_.location(event.location).writes) {
      if (write == id) break;
      if (kept_[write] != 0) before = write;
    }
    need(id, before);
    for (EventId read = 0; read < graph_.size(); ++read) {
      const Event& other = graph_.event(read);
      if (other.reads() && other.location == event.location && other.source == before) need(id, read);
    }
  }

  [[nodiscard]] bool is_done(const State& state, EventId id) const {
    return state[graph_.event(id).thread] > place_[id];
  }

  [[nodiscard]] bool is_end(const State& state) const {
    for (std::uint32_t i = 0; i < units_.size(); ++i) {
      if (state[i] < units_[i].size()) return false;
    }
    return true;
  }

  [[nodiscard]] bool can_go(const State& state, EventId id) const {
    return std::all_of(needs_[id].begin(), needs_[id].end(), [&](EventId other) { return is_done(state, other); });
  }

  // Whether the thread would have to wait before this event, whatever order it is to have.
  [[nodiscard]] bool waits(const State& state, EventId id) const {
    const Event& event = graph_.event(id);
    if (event.predecessor != kNoEvent && kept_[event.predecessor] != 0 && !is_done(state, unit(event.predecessor)))
      return true;
    if (event.kind != Kind::update || !may_block(event.operation)) return false;
    std::uint64_t held = graph_.location(event.location).initial;
    for (const EventId write : graph_.location(event.location).writes) {
      if (kept_[write] != 0 && is_done(state, unit(write))) held = graph_.event(write).value;
    }
    return apply(event.operation, held, 0).kind == Action::blocks;
  }

  void go_on(const Step& step) {
    const std::uint32_t last = step.state.back();
    const bool could = last < units_.size() && step.state[last] < units_[last].size() &&
                       !waits(step.state, units_[last][step.state[last]]);
    for (std::uint32_t i = 0; i < units_.size(); ++i) {
      if (step.state[i] == units_[i].size() || !can_go(step.state, units_[i][step.state[i]])) continue;
      Step next = step;
      ++next.state[i];
      next.state.back() = i;
      const bool preempts = could && i != last;
      next.cost += preempts ? 1 : 0;
      if (next.cost > most_) continue;
      if (preempts) {
        open_.push_back(std::move(next));
      } else {
        open_.push_front(std::move(next));
      }
    }
  }

  const Graph& graph_;
  const std::vector<std::uint8_t>& kept_;
  std::uint32_t most_;
  std::vector<EventIds> units_;       // of each thread
  std::vector<std::uint32_t> place_;  // of each unit in its thread
  std::vector<EventIds> needs_;       // of each unit, others that come before it in every order
  std::deque<Step> open_;
  std::map<State, std::uint32_t> cost_;
};

bool within(const Bound& bound, const Graph& graph, const std::vector<std::uint8_t>& kept) {
  if (bound.kind == Bound::Kind::interferences) return interferences(graph, kept) <= bound.most;
  return bound.kind == Bound::Kind::none || preemptions(graph, kept, bound.most).has_value();
}

}  // namespace

bool chose_canonically(const Graph& graph, EventId id) {
  const Event& event = graph.event(id);
  // Of a branch it is not known here whether it had a choice.
  if (event.pinned || (event.outcome != 0 && event.kind != Kind::branch)) return false;
  if (!event.reads() && !event.writes()) return true;
  const EventId chosen = event.writes() ? id : event.source;
  const EventIds& writes = graph.location(event.location).writes;
  for (std::size_t i = writes.size(); i > 0 && writes[i - 1] != chosen; --i) {
    if (writes[i - 1] < id && writes[i - 1] != event.partner) return false;
  }
  return true;
}

std::vector<std::uint8_t> decided_part(const Graph& graph) {
  std::vector<std::uint8_t> kept(graph.size());
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph.event(id);
    if (!chose_canonically(graph, id)) kept[id] = 1;
    if (event.reads() && event.source != kInitial && event.source > id) kept[event.source] = 1;
  }
  const std::vector<std::uint8_t> decided = kept;
  for (EventId id = 0; id < graph.size(); ++id) {
    for (EventId other = 0; decided[id] != 0 && other < graph.size(); ++other) {
      if (graph.in_prefix(other, id)) kept[other] = 1;
    }
  }
  return kept;
}

std::uint32_t interferences(const Graph& graph, const std::vector<std::uint8_t>& kept) {
  std::uint32_t count = 0;
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph.event(id);
    if (kept[id] == 0 || !event.reads() || event.source == kInitial) continue;
    count += graph.event(event.source).thread != event.thread ? 1 : 0;
  }
  return count;
}

std::optional<std::uint32_t> preemptions(const Graph& graph, const std::vector<std::uint8_t>& kept,
                                         std::uint32_t most) {
  return Orders(graph, kept, most).fewest();
}

bool forbids(const Bound& bound, const Graph& graph) {
  return bound.kind != Bound::Kind::none && !within(bound, graph, decided_part(graph));
}

bool includes(const Bound& bound, const Graph& graph) {
  return bound.kind == Bound::Kind::none || within(bound, graph, std::vector<std::uint8_t>(graph.size(), 1));
}

}  // namespace sleave::graph
