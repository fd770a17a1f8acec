#include "engine/minimize/cause/tried_orders.h"

#include <algorithm>
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

// A sampled plan with everything of `plan` but its schedule.
Plan sampled_like(const Plan& plan, Plan sampled) {
  sampled.flags |= plan.flags & (SLEAVE_PLAN_FAIL_ON_EXIT | SLEAVE_PLAN_FAIL_ON_LEAK | SLEAVE_PLAN_SCHEDULE_PLAIN |
                                 SLEAVE_PLAN_DETECT_RACES | SLEAVE_PLAN_VOLATILE_RELAXED | SLEAVE_PLAN_VOLATILE_ATOMIC);
  sampled.record |= SLEAVE_RECORD_POINTS;
  sampled.max_events = plan.max_events;
  sampled.quiet_events = plan.quiet_events;
  sampled.hang_cpu_ms = plan.hang_cpu_ms;
  sampled.inputs = plan.inputs;
  sampled.sites = plan.sites;
  sampled.orders = plan.orders;
  return sampled;
}

// Rounds until no run fails; each adds at least one order.
constexpr std::uint64_t kMostRounds = 8;

struct Round {
  std::uint64_t runs = 0;
  std::uint64_t failed = 0;
  std::optional<Trace> failure;  // the first
};

class Tries {
 public:
  Tries(const OrderTries& tries, const Plan& plan, bool is_race)
      : tries_(tries),
        plan_(plan),
        is_race_(is_race),
        model_((plan.flags & SLEAVE_PLAN_OLD_STORES) != 0 ? "c++20" : "sc") {}

  // The reported run and samples; to the first that fails, or as many as the budget has.
  Round run(const std::vector<SuggestedOrder>& orders, bool to_first) {
    Round round;
    Attempts attempts = tries_.attempts();
    Plan again = plan_;
    again.orders = orders_of(orders);
    if (!add(attempts, again, round)) return round;
    const Result<std::unique_ptr<Strategy>> sampler = make_strategy(
        "sample", {.seed = ++rounds_, .choices = tries_.choices, .model = model_, .inputs = "own", .predict = "off"});
    while (sampler && !attempts.over() && !(to_first && round.failed != 0)) {
      const std::optional<Plan> next = (*sampler)->next();
      if (!next) break;
      const std::optional<Trace> trace = add(attempts, sampled_like(again, *next), round);
      if (!trace) break;
      (*sampler)->done(*next, *trace);
    }
    return round;
  }

 private:
  // Nothing if there was no run. A data race counts if C++20 allows the run that ends there.
  std::optional<Trace> add(Attempts& attempts, Plan made, Round& round) const {
    std::optional<Attempts::Outcome> outcome = attempts.outcome(made);
    if (!outcome) return std::nullopt;
    ++round.runs;
    if (!outcome->failed) return std::move(outcome->trace);
    std::optional<Trace> failure = is_race_ ? attempts.fails(made) : outcome->trace;
    if (!failure) return std::move(outcome->trace);
    ++round.failed;
    if (!round.failure) round.failure = std::move(failure);
    return std::move(outcome->trace);
  }

  const OrderTries& tries_;
  const Plan& plan_;
  bool is_race_;
  const char* model_;
  std::uint64_t rounds_ = 0;
};

void strengthen(std::vector<SuggestedOrder>& orders, const SuggestedOrder& by) {
  const auto known =
      std::find_if(orders.begin(), orders.end(), [&](const SuggestedOrder& each) { return each.site == by.site; });
  const bool only_others = known == orders.end() || known->only_others;
  SuggestedOrder& order = known == orders.end() ? orders.emplace_back() : *known;
  order = by;
  order.only_others = only_others;
}

}  // namespace

std::vector<sleave_plan_order> orders_of(const std::vector<SuggestedOrder>& suggested) {
  std::vector<sleave_plan_order> orders;
  for (const SuggestedOrder& each : suggested) {
    const sleave_order order = planned(each.order);
    orders.push_back(
        {each.site, static_cast<std::uint8_t>(order), static_cast<std::uint8_t>(without_release(order)), {}});
  }
  return orders;
}

TriedOrders try_orders(const OrderTries& tries, const Plan& plan, const std::vector<SuggestedOrder>& missing,
                       bool is_race) {
  Tries made(tries, plan, is_race);
  Round round = made.run(missing, false);
  TriedOrders tried{.orders = missing, .runs = round.runs, .failed = round.failed};
  std::vector<SuggestedOrder> orders = missing;
  for (std::uint64_t i = 0; i < kMostRounds && round.failure; ++i) {
    const std::vector<SuggestedOrder> more = tries.missing(*round.failure, orders);
    if (more.empty()) return tried;
    for (const SuggestedOrder& each : more) strengthen(orders, each);
    round = made.run(orders, true);
  }
  if (round.failed != 0 || round.runs == 0) return tried;
  return {.orders = std::move(orders), .runs = round.runs, .failed = 0};
}

}  // namespace sleave
