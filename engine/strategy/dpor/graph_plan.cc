#include "engine/strategy/dpor/graph_plan.h"

#include "engine/base/recycled.h"

namespace sleave {
namespace {

// The choice by which an operation takes another than its first alternative.
sleave_choice_kind choice_of(const graph::Operation& operation) {
  if (graph::may_time_out(operation)) return SLEAVE_CHOICE_timeout;
  const bool wakes = operation.op == graph::Op::signal || operation.op == graph::Op::futex_wake;
  return wakes ? SLEAVE_CHOICE_wake : SLEAVE_CHOICE_fail;
}

}  // namespace

void decide_order(const graph::Graph& graph, const graph::EventIds& order, Plan& plan) {
  RecycledVector<std::uint64_t> executed(plan.threads.size());
  plan.decisions.reserve(order.size());
  std::uint32_t current = 0;
  for (const graph::EventId id : order) {
    const graph::Event& event = graph.event(id);
    if (event.kind == graph::Kind::update_write) continue;  // one event of the run with its read
    if (event.kind == graph::Kind::branch) continue;        // none at all
    if (event.fatal) continue;                              // its thread stops before it
    const auto decide = [&](std::uint16_t kind, std::uint64_t value) {
      plan.decisions.push_back(
          {.thread = current, .kind = kind, .expect = SLEAVE_EV_COUNT, .index = executed[current], .value = value});
    };
    if (event.thread != current) decide(SLEAVE_CHOICE_switch_to, event.thread);
    current = event.thread;
    if (event.outcome != 0) decide(choice_of(event.operation), event.outcome);
    ++executed[current];
    ++plan.decided_events;
  }
}

}  // namespace sleave
