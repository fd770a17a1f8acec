// StrategyAround: a strategy that adds something to another, and is the other in everything else.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/strategy/strategy.h"

namespace sleave {

class StrategyAround : public Strategy {
 public:
  explicit StrategyAround(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] std::string name() const override { return inner_->name(); }
  std::optional<Plan> next() override { return inner_->next(); }
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override { return inner_->expected(most); }
  void study(const Plan& plan, const Trace& trace) override { inner_->study(plan, trace); }
  void done(const Plan& plan, const Trace& trace) override { inner_->done(plan, trace); }
  void overhear(const Plan& plan, const Trace& trace) override { inner_->overhear(plan, trace); }
  [[nodiscard]] std::uint64_t thought() const override { return inner_->thought(); }
  [[nodiscard]] bool is_thinking() const override { return inner_->is_thinking(); }
  [[nodiscard]] bool under_way() const override { return inner_->under_way(); }
  [[nodiscard]] std::optional<Exhaustion> exhaustion() const override { return inner_->exhaustion(); }
  [[nodiscard]] bool chooses_sites() const override { return inner_->chooses_sites(); }
  [[nodiscard]] std::optional<PredictionReport> predictions() const override { return inner_->predictions(); }
  [[nodiscard]] std::optional<InputReport> inputs() const override { return inner_->inputs(); }
  [[nodiscard]] std::optional<InterferenceReport> interference() const override { return inner_->interference(); }
  [[nodiscard]] std::optional<SpliceReport> splice() const override { return inner_->splice(); }
  [[nodiscard]] std::optional<AffectReport> affect() const override { return inner_->affect(); }
  [[nodiscard]] std::string save() const override { return inner_->save(); }
  Status load(const std::string& state) override { return inner_->load(state); }
  [[nodiscard]] bool goes_on_after_load() const override { return inner_->goes_on_after_load(); }
  [[nodiscard]] bool has_pieces() const override { return inner_->has_pieces(); }
  WorkChanges changed_pieces() override { return inner_->changed_pieces(); }
  Status load_pieces(const std::vector<SavedWork>& pieces) override { return inner_->load_pieces(pieces); }

 protected:
  [[nodiscard]] Strategy& inner() { return *inner_; }
  [[nodiscard]] const Strategy& inner() const { return *inner_; }

 private:
  std::unique_ptr<Strategy> inner_;
};

}  // namespace sleave
