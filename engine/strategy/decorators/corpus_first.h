// CorpusFirst: runs the inputs of a corpus before those of a strategy that solves for inputs, and during the search
// those that other tools add to it.
//
// These runs keep the default schedule and record path constraints; the strategy is shown them like runs of its own and
// continues from there.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/strategy/strategy_decorator.h"

namespace sleave {

class CorpusFirst final : public StrategyDecorator {
 public:
  using Inputs = std::vector<std::vector<Plan::Input>>;

  // `added`, if there is one, is asked once a second. Without other tools it has nothing, so that the search does not
  // depend on the clock.
  CorpusFirst(Inputs inputs, std::unique_ptr<Strategy> strategy, std::function<Inputs()> added = {})
      : StrategyDecorator(std::move(strategy)),
        inputs_(std::move(inputs)),
        added_(std::move(added)),
        asked_(std::chrono::steady_clock::now()) {}

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  Status load(const std::string& state) override;

 private:
  void look_for_added();

  Inputs inputs_;
  std::size_t given_out_ = 0;
  std::function<Inputs()> added_;
  std::chrono::steady_clock::time_point asked_;
};

}  // namespace sleave
