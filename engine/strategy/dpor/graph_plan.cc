#include "engine/strategy/dpor/graph_plan.h"

#include <algorithm>

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
  return wakes ? SLEAVE_CHOICE_wake : SLEAVE_CHOICE_fail;
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

}  // namespace

void decide_order(const graph::Graph& graph, const graph::EventIds& order, Plan& plan) {
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
