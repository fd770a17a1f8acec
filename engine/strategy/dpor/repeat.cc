#include "engine/strategy/dpor/repeat.h"

#include <algorithm>
#include <utility>

namespace sleave {
namespace {

using graph::Event;
using graph::EventId;
using graph::EventIds;
using graph::Graph;
using graph::Kind;
using graph::kNoEvent;
using graph::Step;
using graph::Steps;

// What a run with one input does at a place, a run with another does with other values.
bool is_same_update(const Event& event, const Step& step, bool inputs) {
  if (event.kind != Kind::update || event.outcome != step.outcome) return false;
  return inputs ? event.operation.op == step.operation.op : event.operation == step.operation;
}

// Whether a step of the run is the event that stands there in the graph.
bool is_same(const Graph& graph, const Event& event, const Step& step, bool inputs) {
  if (event.thread != step.thread) return false;
  const bool in_memory = event.reads() || event.writes();
  if (in_memory && graph.location(event.location).name != step.location) return false;
  switch (step.kind) {
    case Step::Kind::read:
      return event.kind == Kind::read;
    case Step::Kind::write:
      return event.kind == Kind::write && (inputs || event.value == step.written);
    case Step::Kind::update:
      return is_same_update(event, step, inputs);
    case Step::Kind::choice:
      return event.kind == Kind::choice && event.outcome == step.outcome && event.value == step.written;
    case Step::Kind::create:
      return event.kind == Kind::create && event.value == step.other;
    case Step::Kind::join:
    case Step::Kind::wake:
    case Step::Kind::leave:
      return event.kind == Kind::join;
    case Step::Kind::local:
      return event.kind == Kind::local;
    case Step::Kind::fence:
      return event.kind == Kind::fence;
    case Step::Kind::branch:
      return event.kind == Kind::branch && event.outcome == step.outcome && event.value == step.written;
  }
  return false;
}

// One step of the run for each event, but for the write of an update, which is one with its read, and the event before
// which a thread stops.
bool is_repeated(const Event& event) { return event.kind != Kind::update_write && !event.fatal; }

class Repetition {
 public:
  Repetition(Graph& graph, const EventIds& order, bool inputs)
      : graph_(graph),
        inputs_(inputs),
        next_(graph.threads(), kNoEvent),
        after_(graph.size(), kNoEvent),
        steps_(graph.size()) {
    points_.reserve(order.size());
    EventIds last(graph.threads(), kNoEvent);
    for (const EventId id : order) {
      const Event& event = graph.event(id);
      if (!is_repeated(event)) continue;
      const EventId before = std::exchange(last[event.thread], id);
      (before == kNoEvent ? next_[event.thread] : after_[before]) = id;
      if (event.is_operation()) points_.push_back(id);
    }
  }

  Repeated::How take(const Steps& steps) {
    beyond_.reserve(steps.size() - std::min(steps.size(), points_.size()));
    for (const Step& step : steps) {
      const bool known = step.thread < next_.size() && next_[step.thread] != kNoEvent;
      if (!known) {
        if (step.is_operation() && matched_ < points_.size()) return differs(step);
        beyond_.push_back(step);
        continue;
      }
      const EventId id = next_[step.thread];
      next_[step.thread] = after_[id];
      if (!is_same(graph_, graph_.event(id), step, inputs_)) return differs(step);
      if (step.is_operation() && points_[matched_++] != id) return differs(step);
      steps_[id] = &step;
    }
    return matched_ == points_.size() && all_taken() ? Repeated::all : Repeated::the_beginning;
  }

  // In an order of the graph, so that what an update found is known when its turn comes.
  bool renew(const EventIds& order) {
    renew_initial(order);
    for (const EventId id : order) {
      const Event& event = graph_.event(id);
      if (!is_repeated(event)) continue;
      const Step& step = *steps_[id];
      if (event.kind == Kind::branch) graph_.renew_conditions(id, step.conditions);
      if (event.kind == Kind::write) graph_.renew_value(id, step.written);
      if (event.kind == Kind::update && !renew_update(id, step)) return false;
    }
    return true;
  }

  [[nodiscard]] EventId next() const { return matched_ < points_.size() ? points_[matched_] : graph::kNoEvent; }
  Steps beyond() { return std::move(beyond_); }

  [[nodiscard]] const Step* different() const { return different_; }

 private:
  Repeated::How differs(const Step& step) {
    different_ = &step;
    return Repeated::not_at_all;
  }

  [[nodiscard]] bool all_taken() const {
    return std::all_of(next_.begin(), next_.end(), [](EventId id) { return id == kNoEvent; });
  }

  // The first who looks at bits of a location sees what was there before any write: nobody has touched them.
  void renew_initial(const EventIds& order) {
    std::vector<std::uint64_t> known(graph_.locations().size());
    std::vector<std::uint64_t> initial(graph_.locations().size());
    for (const EventId id : order) {
      const Event& event = graph_.event(id);
      if (event.location == graph::kNoLocation || !is_repeated(event)) continue;
      const Step& step = *steps_[id];
      const std::uint64_t news = graph::part_mask(step.shift, step.bytes) & ~known[event.location];
      known[event.location] |= news;
      initial[event.location] |= step.found << 8 * step.shift & news;
    }
    for (std::uint32_t i = 0; i < known.size(); ++i) {
      if (known[i] != 0) graph_.renew_initial(i, known[i], initial[i]);
    }
  }

  bool renew_update(EventId id, const Step& step) {
    graph_.renew_operation(id, step.operation);
    const Event& event = graph_.event(id);
    const std::uint64_t state = graph_.value_of(event.location, event.source);
    const graph::Action action = apply(event.operation, state, event.outcome);
    if ((action.kind == graph::Action::stores) != (event.partner != graph::kNoEvent)) return false;
    if (event.partner != graph::kNoEvent) graph_.renew_value(event.partner, action.value);
    return true;
  }

  Graph& graph_;
  bool inputs_;
  EventIds next_;                      // of each thread, the event that it has to do next
  EventIds after_;                     // of each event, the one after it in its thread
  RecycledVector<const Step*> steps_;  // of each event
  EventIds points_;                    // in the order in which they are to be run
  std::size_t matched_ = 0;
  const Step* different_ = nullptr;
  Steps beyond_;
};

}  // namespace

Repeated repeat_graph(Graph& graph, const EventIds& order, const Steps& steps, bool inputs) {
  Repetition repetition(graph, order, inputs);
  const Repeated::How how = repetition.take(steps);
  if (how != Repeated::all) return {how, repetition.next(), {}, repetition.different()};
  if (inputs && !repetition.renew(order)) return {};
  return {how, graph::kNoEvent, repetition.beyond(), nullptr};
}

}  // namespace sleave
