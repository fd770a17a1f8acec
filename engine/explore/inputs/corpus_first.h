// CorpusFirst: a strategy that solves for inputs, after the inputs of a corpus were run.
//
// These runs keep to the plain schedule and record truths; the strategy is told of them as of its own, and goes on from
// there.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/strategy.h"

namespace sleave {

class CorpusFirst final : public Strategy {
 public:
  CorpusFirst(std::vector<std::vector<Plan::Input>> inputs, std::unique_ptr<Strategy> strategy)
      : inputs_(std::move(inputs)), strategy_(std::move(strategy)) {}

  [[nodiscard]] std::string name() const override { return strategy_->name(); }
  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void study(const Plan& plan, const Trace& trace) override { strategy_->study(plan, trace); }
  void done(const Plan& plan, const Trace& trace) override { strategy_->done(plan, trace); }
  [[nodiscard]] bool under_way() const override { return strategy_->under_way(); }
  [[nodiscard]] bool is_thinking() const override { return strategy_->is_thinking(); }
  [[nodiscard]] std::optional<Exhaustion> exhaustion() const override { return strategy_->exhaustion(); }
  [[nodiscard]] bool chooses_sites() const override { return strategy_->chooses_sites(); }
  [[nodiscard]] std::optional<PredictionReport> predictions() const override { return strategy_->predictions(); }
  [[nodiscard]] std::optional<InputReport> inputs() const override { return strategy_->inputs(); }
  [[nodiscard]] std::string save() const override { return strategy_->save(); }
  Status load(const std::string& state) override;
  [[nodiscard]] bool has_pieces() const override { return strategy_->has_pieces(); }
  WorkChanges changed_pieces() override { return strategy_->changed_pieces(); }
  Status load_pieces(const std::vector<SavedWork>& pieces) override { return strategy_->load_pieces(pieces); }

 private:
  std::vector<std::vector<Plan::Input>> inputs_;
  std::size_t given_out_ = 0;
  std::unique_ptr<Strategy> strategy_;
};

}  // namespace sleave
