// Predicting: observes some runs of another strategy and tries the failures in their reorderings (predictions.h).
// Recording, analysis and trials together have at most a share of the total cost.
//
// Between two looks at what could be tried or observed there are some runs of the other strategy, which can be made in
// one batch: few at first, and more whenever an observed run predicted nothing new. The other strategy is shown the
// runs for predictions (observe_foreign_run()): sampling learns which places in the code met, solving continues from
// their paths. The first run is not observed: its length is unknown, and recording a long run costs several times as
// much as running it. When the other strategy has ended without having run everything, all open predictions are tried.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/strategy/predict/predictions.h"
#include "engine/strategy/strategy_decorator.h"

namespace sleave {

class Predicting final : public StrategyDecorator {
 public:
  // Whether its section has lines for people, or facts for tools only.
  enum class Shown { to_people, to_tools };

  explicit Predicting(std::unique_ptr<Strategy> inner, const Predictions::Means& means = {},
                      Shown shown = Shown::to_people)
      : StrategyDecorator(std::move(inner)), predictions_(means), shown_(shown) {}

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void study(const Plan& plan, const Trace& trace) override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override;
  // Has no section for predictions as long as nothing was predicted.
  [[nodiscard]] StrategyReport report() const override;
  [[nodiscard]] PredictionReport predictions() const { return predictions_.report(); }
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  [[nodiscard]] bool is_affordable(std::uint64_t more = 0) const;
  [[nodiscard]] bool can_be_observed(const Plan& plan) const;
  std::optional<Plan> next_prediction();
  [[nodiscard]] bool has_just_observed() const { return observed_ && left_ + 1 == turn_; }
  void begin_turn();

  Predictions predictions_;
  Shown shown_;
  std::uint64_t turn_ = kFirstTurn;  // runs of the other strategy from one look to the next,
  std::uint64_t left_ = 0;           // and how many of them are left
  bool observed_ = false;            // the first of them was
  std::uint64_t predicted_ = 0;      // before it
  std::uint64_t spent_ = 0;          // on runs for predictions, and on recording others,
  std::uint64_t whole_ = 0;          // on all
  std::uint64_t tried_ = 0;          // predictions, in this session,
  std::uint64_t runs_ = 0;           // of all runs,
  std::uint64_t events_ = 0;         // and what these had

  static constexpr std::uint64_t kFirstTurn = 8;
  static constexpr std::uint64_t kLongestTurn = 1024;
};

}  // namespace sleave
