// replay: one given plan, a number of times.
#pragma once

#include "engine/strategy/strategy.h"

namespace sleave {

class ReplayStrategy final : public Strategy {
 public:
  ReplayStrategy(Plan plan, std::uint64_t times) : plan_(std::move(plan)), left_(times) {}

  [[nodiscard]] std::string name() const override { return "replay"; }
  std::optional<Plan> next() override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  Plan plan_;
  std::uint64_t left_;
  std::uint64_t under_way_ = 0;
};

}  // namespace sleave
