// CorpusFirst: runs the inputs of a corpus before those of a strategy that solves for inputs.
//
// These runs keep the default schedule and record path constraints; the strategy is shown them like runs of its own and
// continues from there.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/strategy/strategy_decorator.h"

namespace sleave {

class CorpusFirst final : public StrategyDecorator {
 public:
  CorpusFirst(std::vector<std::vector<Plan::Input>> inputs, std::unique_ptr<Strategy> strategy)
      : StrategyDecorator(std::move(strategy)), inputs_(std::move(inputs)) {}

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  Status load(const std::string& state) override;

 private:
  std::vector<std::vector<Plan::Input>> inputs_;
  std::size_t given_out_ = 0;
};

}  // namespace sleave
