// PlannedFirst: runs given plans before those of a strategy, which is shown their runs and continues from there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/strategy/strategy_decorator.h"

namespace sleave {

class PlannedFirst final : public StrategyDecorator {
 public:
  PlannedFirst(std::vector<Plan> plans, std::unique_ptr<Strategy> strategy)
      : StrategyDecorator(std::move(strategy)), plans_(std::move(plans)) {
    for (std::size_t i = 0; i < plans_.size(); ++i) plans_[i].id = kFirstId + i;
  }

  std::optional<Plan> next() override {
    if (given_out_ == plans_.size()) return inner().next();
    return plans_[given_out_++];
  }
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override {
    if (given_out_ == plans_.size()) return inner().expected(most);
    const auto begin = plans_.begin() + static_cast<std::ptrdiff_t>(given_out_);
    return {begin, begin + static_cast<std::ptrdiff_t>(std::min(most, plans_.size() - given_out_))};
  }
  // A plan that is not the strategy's own is a foreign run to it.
  void done(const Plan& plan, const Trace& trace) override {
    if (plan.id >= kFirstId) {
      inner().observe_foreign_run(plan, trace);
    } else {
      inner().done(plan, trace);
    }
  }
  // An earlier session has run them.
  Status load(const std::string& state) override {
    given_out_ = plans_.size();
    return inner().load(state);
  }

 private:
  std::vector<Plan> plans_;
  std::size_t given_out_ = 0;

  static constexpr std::uint64_t kFirstId = 0xffff'ffff'0000'0000;  // no strategy has as many
};

}  // namespace sleave
