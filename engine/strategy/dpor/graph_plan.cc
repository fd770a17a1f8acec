#include "engine/strategy/dpor/graph_plan.h"

#include <algorithm>
#include <optional>

#include "engine/base/recycled.h"
#include "engine/model/step.h"

namespace sleave {
namespace {

// The choice by which an operation takes another than its first alternative.
sleave_choice_kind choice_of(const graph::Event& event) {
  if (event.kind == graph::Kind::choice) return SLEAVE_CHOICE_client;
  const graph::Operation& operation = event.operation;
  const unsigned alternative = event.outcome;
  const graph::ChosenEnd end = graph::chosen_end(operation, alternative);
  if (end != graph::ChosenEnd::none) {
    return end == graph::ChosenEnd::time_out ? SLEAVE_CHOICE_timeout : SLEAVE_CHOICE_spurious;
  }
  const bool wakes = operation.op == graph::Op::signal || operation.op == graph::Op::futex_wake;
  if (wakes) return SLEAVE_CHOICE_wake;
  return operation.op == graph::Op::weak_compare_exchange ? SLEAVE_CHOICE_fail : SLEAVE_CHOICE_try_fail;
}

// A choice that is no operation of its own.
struct Side {
  std::uint32_t thread = 0;
  std::uint64_t index = 0;  // of the thread's operation with which, or before which, it is decided
  bool before = false;
  sleave_choice_kind kind = SLEAVE_CHOICE_alloc;
  std::uint64_t value = 0;
};

// Failed allocations are numbered from the thread's last operation on.
RecycledVector<Side> side_choices(const graph::Graph& graph, const graph::EventIds& order, std::size_t threads) {
  RecycledVector<Side> sides;
  const auto is_choice = [](const graph::Event& event) { return event.kind == graph::Kind::choice; };
  if (std::none_of(graph.events().begin(), graph.events().end(), is_choice)) return sides;
  RecycledVector<std::uint64_t> executed(threads);
  RecycledVector<std::uint64_t> allocations(threads);
  for (const graph::EventId id : order) {
    const graph::Event& event = graph.event(id);
    if (event.is_operation()) {
      executed[event.thread] += event.fatal ? 0 : 1;
      allocations[event.thread] = 0;
    }
    if (event.is_operation() || event.kind != graph::Kind::choice) continue;
    const auto place = static_cast<graph::ChoicePlace>(event.value);
    if (place == graph::ChoicePlace::signal) {
      if (event.outcome == 0) continue;
      sides.push_back({event.thread, executed[event.thread], true, SLEAVE_CHOICE_signal, event.outcome});
      continue;
    }
    const bool is_short = place == graph::ChoicePlace::with_previous;
    const std::uint64_t ordinal = is_short ? 0 : ++allocations[event.thread];
    if (event.outcome == 0) continue;
    sides.push_back({event.thread, executed[event.thread] - (is_short ? 1 : 0),
                     place == graph::ChoicePlace::after_previous, is_short ? SLEAVE_CHOICE_short : SLEAVE_CHOICE_alloc,
                     is_short ? event.outcome : ordinal});
  }
  return sides;
}

// What each location holds while the events are executed in an order: the store that memory would have, and those that
// are read, or come earlier, although it is not theirs.
class OldStores {
 public:
  OldStores(const graph::Graph& graph, std::size_t threads)
      : graph_(graph), newest_(graph.locations().size()), names_(graph.size()), executed_(threads) {}

  struct Taken {
    sleave_choice_kind kind = SLEAVE_CHOICE_read_from;
    std::uint64_t store = 0;  // its name; 0: the newest
  };

  // The next operation in the order.
  Taken execute(graph::EventId id) {
    const graph::Event& event = graph_.event(id);
    const std::uint64_t index = executed_[event.thread]++;
    if (!event.reads() && !event.writes()) return {};
    const graph::EventId write = event.kind == graph::Kind::update ? event.partner
                                 : event.writes()                  ? id
                                                                   : graph::kNoEvent;
    const std::size_t behind =
        event.reads() ? graph_.position(event.location, event.source) : before(event.location, id);
    std::size_t& newest = newest_[event.location];
    Taken taken{event.reads() ? SLEAVE_CHOICE_read_from : SLEAVE_CHOICE_place, 0};
    if (behind < newest) taken.store = behind == 0 ? SLEAVE_INITIAL_STORE : names_[graph_.at(event.location, behind)];
    if (write == graph::kNoEvent) return taken;
    names_[write] = SLEAVE_STORE_NAME(event.thread, index);
    newest = std::max(newest, graph_.position(event.location, write));
    return taken;
  }

 private:
  // The position of the last store before this one that has been executed.
  [[nodiscard]] std::size_t before(std::uint32_t location, graph::EventId write) const {
    std::size_t position = graph_.position(location, write) - 1;
    while (position != 0 && names_[graph_.at(location, position)] == 0) --position;
    return position;
  }

  const graph::Graph& graph_;
  RecycledVector<std::size_t> newest_;      // of each location: the position of what memory holds
  RecycledVector<std::uint64_t> names_;     // of stores that were executed
  RecycledVector<std::uint64_t> executed_;  // operations of each thread
};

}  // namespace

void decide_order(const graph::Graph& graph, const graph::EventIds& order, Plan& plan, bool weak) {
  RecycledVector<std::uint64_t> executed(plan.threads.size());
  plan.decisions.reserve(order.size());
  std::uint32_t current = 0;
  const RecycledVector<Side> sides = side_choices(graph, order, plan.threads.size());
  const auto decide = [&](std::uint16_t kind, std::uint64_t value) {
    plan.decisions.push_back(
        {.thread = current, .kind = kind, .expect = SLEAVE_EV_COUNT, .index = executed[current], .value = value});
  };
  const auto decide_sides = [&](bool before) {
    for (const Side& side : sides) {
      const bool here = side.thread == current && side.index == executed[current] && side.before == before;
      if (here) decide(side.kind, side.value);
    }
  };
  decide_sides(true);
  std::optional<OldStores> stores;
  if (weak) stores.emplace(graph, plan.threads.size());
  for (const graph::EventId id : order) {
    const graph::Event& event = graph.event(id);
    // The write of an update is one event of the run with its read; a fatal one is that before which its thread stops.
    if (!event.is_operation() || event.fatal) continue;
    if (event.thread != current) decide(SLEAVE_CHOICE_switch_to, event.thread);
    current = event.thread;
    if (event.outcome != 0) {
      const bool ends = graph::chosen_end(event.operation, event.outcome) != graph::ChosenEnd::none;
      decide(choice_of(event), ends ? 1 : event.outcome);
    }
    if (weak) {
      const OldStores::Taken taken = stores->execute(id);
      if (taken.store != 0) decide(static_cast<std::uint16_t>(taken.kind), taken.store);
    }
    decide_sides(false);
    ++executed[current];
    decide_sides(true);
    ++plan.decided_events;
  }
  for (const Side& side : sides) {  // of an operation that the graph does not have yet
    if (side.before || side.index != executed[side.thread]) continue;
    current = side.thread;
    decide(side.kind, side.value);
  }
}

}  // namespace sleave
