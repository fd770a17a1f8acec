// OrderTrials: tests a program with other memory orders than its own.
//
// A trial looks for a failure under C++20's memory model: first by plans that failed with other orders, which is one
// run each, then by some samples, then by exhaustive search; where that does not end, by more samples. A failed run
// counts only if C++20 allows it with the orders of the trial.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/campaign/campaign.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/orders/order_places.h"
#include "engine/run/runner.h"
#include "engine/strategy/strategy.h"

namespace sleave {

struct FailedTrial {
  Plan plan;
  Trace trace;
};

struct OrderTrial {
  enum class End { failed, complete, sampled, interrupted };
  End end = End::sampled;
  std::uint64_t runs = 0;
  std::optional<FailedTrial> failure{};
  std::optional<Exhaustion> exhaustion{};  // of a complete search

  [[nodiscard]] bool passed() const { return end == End::complete || end == End::sampled; }
};

class OrderTrials {
 public:
  using Clock = std::chrono::steady_clock;

  // Of the options: target, limits, choices, seed, suppressions, and `runs` as the most of one trial.
  OrderTrials(const CampaignOptions& options, Runner& runner, Symbolizer& symbolizer);

  // `orders` by place; places that the trial meets first have their own orders. None: no limit of time.
  Result<OrderTrial> run(const std::vector<sleave_order>& orders, std::optional<Clock::time_point> end);

  [[nodiscard]] const OrderPlaces& places() const { return places_; }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  // Whether exhaustive search is tried; a program for which it does not end is sampled from then on.
  [[nodiscard]] bool searches() const { return searches_; }

 private:
  struct Attempt;
  class Drive;
  Status decide(Attempt& attempt);
  Status try_known(Attempt& attempt);
  Status sample(Attempt& attempt, std::uint64_t most, std::uint64_t seed);
  Status search(Attempt& attempt);
  Status conclude(Attempt& attempt, const Plan& plan, const Trace& trace);
  Status look_at_races(Attempt& attempt, const Plan& plan, const Trace& trace);
  Status fail(Attempt& attempt, const Plan& plan, const Trace& trace);
  Status go_on(Attempt& attempt, Plan plan);
  Plan completed(Plan plan, const Attempt& attempt) const;
  Result<std::unique_ptr<Strategy>> make(const std::string& name, std::uint64_t seed) const;
  bool is_over(const Attempt& attempt) const;

  const CampaignOptions& options_;
  Runner& runner_;
  Symbolizer& symbolizer_;
  OrderPlaces places_{symbolizer_};
  std::vector<Plan> failed_;                                  // plans that failed with some orders, the latest last
  std::set<std::pair<sleave_site, sleave_site>> suppressed_;  // races
  std::uint64_t quiet_events_;
  std::uint64_t runs_ = 0;
  bool searches_ = true;
};

}  // namespace sleave
