#include "engine/minimize/cause/tried_orders.h"

#include <memory>
#include <optional>
#include <utility>

#include "engine/strategy/registry/make_strategy.h"

namespace sleave {
namespace {

sleave_order planned(graph::MemoryOrder order) {
  constexpr sleave_order kOrders[] = {SLEAVE_ORDER_relaxed, SLEAVE_ORDER_acquire, SLEAVE_ORDER_release,
                                      SLEAVE_ORDER_acq_rel, SLEAVE_ORDER_seq_cst};
  return kOrders[static_cast<std::size_t>(order)];
}

// Of a compare-exchange that does not store.
sleave_order without_release(sleave_order order) {
  if (order == SLEAVE_ORDER_release) return SLEAVE_ORDER_relaxed;
  return order == SLEAVE_ORDER_acq_rel ? SLEAVE_ORDER_acquire : order;
}

std::vector<sleave_plan_order> orders_of(const Trace& reported, const std::vector<MissingOrder>& missing) {
  std::vector<sleave_plan_order> orders;
  for (const MissingOrder& each : missing) {
    const sleave_order order = planned(each.order);
    orders.push_back({reported.events[each.event].site,
                      static_cast<std::uint8_t>(order),
                      static_cast<std::uint8_t>(without_release(order)),
                      {}});
  }
  return orders;
}

// A sampled plan with everything of `plan` but its schedule.
Plan sampled_like(const Plan& plan, Plan sampled) {
  sampled.flags |= plan.flags & (SLEAVE_PLAN_FAIL_ON_EXIT | SLEAVE_PLAN_FAIL_ON_LEAK | SLEAVE_PLAN_SCHEDULE_PLAIN |
                                 SLEAVE_PLAN_DETECT_RACES | SLEAVE_PLAN_VOLATILE_RELAXED | SLEAVE_PLAN_VOLATILE_ATOMIC);
  sampled.max_events = plan.max_events;
  sampled.quiet_events = plan.quiet_events;
  sampled.hang_cpu_ms = plan.hang_cpu_ms;
  sampled.inputs = plan.inputs;
  sampled.sites = plan.sites;
  sampled.orders = plan.orders;
  return sampled;
}

}  // namespace

TriedOrders try_orders(Attempts& attempts, const Plan& plan, const Trace& reported,
                       const std::vector<MissingOrder>& missing, const ChoiceSet& choices) {
  TriedOrders tried;
  // A data race counts if C++20 allows the run that ends there.
  const bool is_race = reported.finding() == SLEAVE_FIND_data_race;
  const auto add = [&](const std::optional<Attempts::Outcome>& outcome, Plan made) {
    if (!outcome) return;
    ++tried.runs;
    tried.failed += outcome->failed && (!is_race || attempts.fails(made)) ? 1 : 0;
  };
  Plan again = plan;
  again.orders = orders_of(reported, missing);
  add(attempts.outcome(again), again);
  const Result<std::unique_ptr<Strategy>> sampler =
      make_strategy("sample", {.choices = choices, .model = "c++20", .inputs = "own", .predict = "off"});
  while (sampler && !attempts.over()) {
    const std::optional<Plan> next = (*sampler)->next();
    if (!next) break;
    const Plan made = sampled_like(again, *next);
    const std::optional<Attempts::Outcome> outcome = attempts.outcome(made);
    if (!outcome) break;
    (*sampler)->done(*next, outcome->trace);
    add(outcome, made);
  }
  return tried;
}

}  // namespace sleave
