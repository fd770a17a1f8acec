#include "engine/strategy/dpor/graph/weak/run_graph.h"

#include <utility>

#include "abi/words.h"
#include "engine/strategy/dpor/graph/revisit.h"

namespace sleave::graph {
namespace {

class RunGraph {
 public:
  explicit RunGraph(const StoresTaken& taken) : taken_(taken) {}

  void add(const Step& step) {
    Event event;
    event.thread = step.thread;
    event.orders = step.orders;
    event.is_object = step.is_object;
    if (graph_.last_of(step.thread) == kNoEvent) event.predecessor = created(step.thread);
    switch (step.kind) {
      case Step::Kind::read:
      case Step::Kind::write:
      case Step::Kind::update:
        return add_access(step, event);
      case Step::Kind::fence:
        event.kind = Kind::fence;
        break;
      case Step::Kind::create:
        event.kind = Kind::create;
        creations_[step.other] = static_cast<EventId>(graph_.size());
        break;
      case Step::Kind::join:
        event.kind = Kind::join;
        event.predecessor = graph_.last_of(step.other);
        break;
      case Step::Kind::leave:  // after all arrivals of its round
        event.kind = Kind::join;
        event.predecessor = newest(step.location);
        break;
      default:
        break;
    }
    graph_.add(event);
  }

  Graph take() { return std::move(graph_); }

 private:
  [[nodiscard]] EventId created(std::uint32_t thread) const {
    const auto found = creations_.find(thread);
    return found == creations_.end() ? kNoEvent : found->second;
  }

  [[nodiscard]] EventId newest(std::uint64_t name) const {
    const auto found = locations_.find(name);
    if (found == locations_.end()) return kNoEvent;
    const EventId write = graph_.newest(found->second);
    return write == kInitial ? kNoEvent : write;
  }

  std::uint32_t locate(const Step& step) {
    const auto [found, fresh] = locations_.try_emplace(step.location, 0);
    if (fresh) found->second = graph_.add_location(step.location);
    graph_.set_initial(found->second, part_mask(step.shift, step.bytes), step.found << 8 * step.shift);
    return found->second;
  }

  // What it reads, or comes behind.
  [[nodiscard]] std::size_t position(const Step& step, std::uint32_t location) const {
    const std::size_t last = graph_.location(location).writes.size();
    const auto found = taken_.find({step.thread, step.index});
    if (found == taken_.end()) return last;
    if (found->second == SLEAVE_INITIAL_STORE) return 0;
    const auto store = stores_.find(found->second);
    return store == stores_.end() ? last : graph_.position(location, store->second);
  }

  void add_access(const Step& step, Event event) {
    event.location = locate(step);
    const std::size_t behind = position(step, event.location);
    const std::uint64_t name = SLEAVE_STORE_NAME(step.thread, step.index);
    if (step.kind == Step::Kind::write) {
      event.kind = Kind::write;
      event.value = step.written;
      return insert(graph_.add(event), behind, name);
    }
    event.kind = step.kind == Step::Kind::read ? Kind::read : Kind::update;
    event.source = graph_.at(event.location, behind);
    event.operation = step.operation;
    const std::uint64_t state = graph_.value_of(event.location, event.source);
    const Action action = event.kind == Kind::update ? apply(step.operation, state, step.outcome) : Action();
    const bool stores = step.stores.value_or(action.kind == Action::stores);
    event.fails = event.kind == Kind::update && !stores;
    const EventId read = graph_.add(event);
    if (event.kind == Kind::update && stores)
      insert(graph_.add(write_of_update(graph_, read, action.value)), behind, name);
  }

  void insert(EventId write, std::size_t behind, std::uint64_t name) {
    graph_.insert(write, behind + 1);
    stores_[name] = write;
  }

  const StoresTaken& taken_;
  Graph graph_;
  std::map<std::uint64_t, std::uint32_t> locations_;  // by name
  std::map<std::uint64_t, EventId> stores_;           // likewise
  std::map<std::uint32_t, EventId> creations_;        // by the thread that is created
};

}  // namespace

Graph graph_of_run(std::span<const Step> steps, const StoresTaken& taken) {
  RunGraph graph(taken);
  for (const Step& step : steps) graph.add(step);
  return graph.take();
}

}  // namespace sleave::graph
