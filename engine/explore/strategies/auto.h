// auto: what finds failures fast and what proves that there are none, under one budget.
//
// Runs are made in turns: some of concolic, which samples schedules and solves for inputs, then some of dpor, which
// goes through all classes of executions for all inputs. If dpor comes to its end and nothing is missing, there is
// nothing left to sample; if it cannot be complete, sampling has the rest of the budget.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/strategies/concolic.h"
#include "engine/explore/strategies/dpor.h"
#include "engine/explore/strategy.h"

namespace sleave {

class AutoStrategy final : public Strategy {
 public:
  AutoStrategy(std::unique_ptr<ConcolicStrategy> sampling, std::unique_ptr<DporStrategy> exhaustive)
      : sampling_(std::move(sampling)), exhaustive_(std::move(exhaustive)) {}

  [[nodiscard]] std::string name() const override { return "auto"; }
  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void study(const Plan& plan, const Trace& trace) override { member_of(plan).study(plan, trace); }
  void done(const Plan& plan, const Trace& trace) override { member_of(plan).done(plan, trace); }
  [[nodiscard]] bool under_way() const override { return sampling_->under_way() || exhaustive_->under_way(); }
  // Once it is known: until then the campaign samples.
  [[nodiscard]] std::optional<Exhaustion> exhaustion() const override;
  [[nodiscard]] std::optional<InputReport> inputs() const override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;
  [[nodiscard]] bool has_pieces() const override { return exhaustive_->has_pieces(); }
  WorkChanges changed_pieces() override { return exhaustive_->changed_pieces(); }
  Status load_pieces(const std::vector<SavedWork>& pieces) override { return exhaustive_->load_pieces(pieces); }

 private:
  [[nodiscard]] Strategy& member_of(const Plan& plan);
  [[nodiscard]] bool is_exhaustives_turn() const;
  [[nodiscard]] bool is_complete() const;

  std::unique_ptr<ConcolicStrategy> sampling_;
  std::unique_ptr<DporStrategy> exhaustive_;
  std::uint64_t given_out_ = 0;
};

}  // namespace sleave
