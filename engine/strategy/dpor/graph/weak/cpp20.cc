#include "engine/strategy/dpor/graph/weak/cpp20.h"

#include <algorithm>

#include "engine/strategy/dpor/graph/weak/departures.h"
#include "engine/strategy/dpor/graph/weak/happens_before.h"

namespace sleave::graph {
namespace {

bool is_sequential(const Event& event) { return event.order() == MemoryOrder::seq_cst; }
bool is_sequential_fence(const Event& event) { return event.kind == Kind::fence && is_sequential(event); }

// Whether each event takes the newest state in this order.
bool is_interleaving(const Graph& graph, const EventIds& order) {
  RecycledVector<std::size_t> stores(graph.locations().size());
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    if (event.reads() && graph.position(event.location, event.source) != stores[event.location]) return false;
    if (event.writes() && graph.position(event.location, id) != ++stores[event.location]) return false;
  }
  return true;
}

class WeakVisibility final : public Visibility {
 public:
  WeakVisibility(const Graph& graph, const EventIds& order, WeakModel model) : model_(model), order_(order) {
    if (is_interleaving(graph, order)) sequential_ = SequentialConsistency().watch(graph, order);
    for (const Event& event : graph.events()) note(event);
  }

  void added(const Graph& graph) override {
    order_.push_back(static_cast<EventId>(graph.size() - 1));
    if (sequential_) sequential_->added(graph);
    note(graph.events().back());
  }

  [[nodiscard]] bool allows(const Graph& graph, const Event& next, std::size_t position) const override {
    const EventIds& writes = graph.location(next.location).writes;
    if (position >= writes.size() || (sequential_ && sequential_->allows(graph, next, position))) return true;
    if (next.is_object) return !depends_on(graph, next, writes[position]) && is_allowed_there(graph, next, position);
    if (sequential_ && is_strong_ && is_sequential(next)) return false;
    if (position < first_visible(graph, next)) return false;
    if (model_ == WeakModel::tso) return is_allowed_there(graph, next, position);
    // Nothing comes after the event yet. So only the total order can forbid it, and that an event is part of only if it
    // is sequentially consistent itself, or comes after a fence that is.
    const bool in_total_order = is_sequential(next) || has_sequential_fence_;
    return !in_total_order || is_allowed_there(graph, next, position);
  }

 private:
  void note(const Event& event) {
    has_sequential_fence_ = has_sequential_fence_ || is_sequential_fence(event);
    is_strong_ = is_strong_ && is_strong(event);
  }

  // Whether the next event of the thread comes after the write in every order, by what it depends on.
  static bool depends_on(const Graph& graph, const Event& next, EventId write) {
    const auto comes_before = [&](EventId event) { return event != kNoEvent && graph.in_prefix(write, event); };
    return comes_before(graph.last_of(next.thread)) || comes_before(next.predecessor);
  }

  // What happens before the event has seen, or written, what is there.
  [[nodiscard]] std::size_t first_visible(const Graph& graph, const Event& next) const {
    for (; clocks_ < order_.size(); ++clocks_) happens_before_.add(graph, order_[clocks_]);
    std::size_t first = 0;
    for (EventId id = 0; id < graph.size(); ++id) {
      const Event& event = graph.event(id);
      if (event.location != next.location || !happens_before_.before_next(graph, id, next)) continue;
      first = std::max(first, graph.position(next.location, event.reads() ? event.source : id));
    }
    return first;
  }

  [[nodiscard]] bool is_allowed_there(const Graph& graph, const Event& next, std::size_t position) const {
    Graph tried = graph;
    Event event = next;
    if (event.reads()) event.source = graph.at(next.location, position);
    const EventId id = tried.add(event);
    if (event.writes()) tried.insert(id, position + 1);
    EventIds order;
    return order_by_dependence(tried, order) && is_allowed(tried, order, model_);
  }

  WeakModel model_;
  EventIds order_;                          // in which the events were run, or added
  mutable HappensBefore happens_before_;    // made when it is asked for,
  mutable std::size_t clocks_ = 0;          // of so many events
  std::unique_ptr<Visibility> sequential_;  // null: the graph is not sequentially consistent
  bool has_sequential_fence_ = false;
  bool is_strong_ = true;
};

}  // namespace

bool Cpp20::linearize(const Graph& graph, EventIds& order) const {
  if (sequential_.linearize(graph, order)) return true;
  return order_by_dependence(graph, order) && is_allowed(graph, order, model_);
}

std::size_t Cpp20::first_place(const Graph& /*graph*/, EventId /*write*/, EventId /*last*/) const { return 1; }

bool Cpp20::admits_write(const Graph& graph) const {
  EventIds order;
  return linearize(graph, order);
}

std::unique_ptr<Visibility> Cpp20::watch(const Graph& graph, const EventIds& order) const {
  return std::make_unique<WeakVisibility>(graph, order, model_);
}

}  // namespace sleave::graph
