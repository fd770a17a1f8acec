// CorpusFirst: a strategy that solves for inputs, after the inputs of a corpus were run.
//
// These runs keep to the plain schedule and record path constraints; the strategy is told of them as of its own, and
// goes on from there.
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
