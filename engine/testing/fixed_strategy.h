// A strategy for tests: it has a fixed number of plans, recognizable by its mark, and remembers the outcomes of their
// runs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/rng.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class FixedStrategy final : public Strategy {
 public:
  explicit FixedStrategy(std::uint32_t mark, std::uint64_t most = ~0ull) : mark_(mark), most_(most) {}

  std::optional<Plan> next() override {
    if (given_ == most_) return std::nullopt;
    return plan_of(given_++);
  }
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override {
    std::vector<Plan> plans;
    for (std::uint64_t i = given_; i < most_ && plans.size() < most; ++i) plans.push_back(plan_of(i));
    return plans;
  }
  void study(const Plan& /*plan*/, const Trace& /*trace*/) override { ++studied; }
  void done(const Plan& plan, const Trace& /*trace*/) override { strange += plan.tail_depth == mark_ ? 0 : 1; }
  void observe_foreign_run(const Plan& /*plan*/, const Trace& /*trace*/) override { ++overheard; }
  [[nodiscard]] StrategyProgress progress() const override {
    return {.has_pending_work = false, .has_runs_in_flight = false, .analysis_cost = thoughts};
  }
  [[nodiscard]] std::optional<Exhaustion> exhaustion() const override {
    if (!exhaustive) return std::nullopt;
    Exhaustion now;
    now.complete_runs = given_;
    now.open = most_ - given_;
    now.bound = bound;
    now.gaps = gaps;
    now.assumptions = assumptions;
    return now;
  }
  [[nodiscard]] std::string save() const override { return std::to_string(given_); }
  Status load(const std::string& state) override {
    given_ = std::stoull(state);
    return ok();
  }

  bool exhaustive = false;
  std::string bound;  // of an exhaustive one, as of Exhaustion
  Gaps gaps;
  Assumptions assumptions;
  std::uint64_t thoughts = 0;
  std::uint64_t studied = 0;
  std::uint64_t overheard = 0;
  std::uint64_t strange = 0;  // plans of other strategies that were reported to it as its own

 private:
  [[nodiscard]] Plan plan_of(std::uint64_t number) const {
    Plan plan;
    plan.tail_depth = mark_;
    plan.tail_seed = derive_seed(mark_, number);
    return plan;
  }

  std::uint32_t mark_;
  std::uint64_t most_;
  std::uint64_t given_ = 0;
};

}  // namespace sleave
