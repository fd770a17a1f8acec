// splice: sides of branches that no run took, by putting segments of runs into each other. engine/explore/splice/
// searches; here its tasks become plans, and traces what it learns from.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "engine/explore/splice/search.h"
#include "engine/explore/strategies/branch_places.h"
#include "engine/explore/strategies/followed_runs.h"
#include "engine/explore/strategy.h"
#include "engine/solve/make_solver.h"

namespace sleave {

class SpliceStrategy final : public Strategy {
 public:
  static Result<std::unique_ptr<SpliceStrategy>> start(const StrategyOptions& options);

  [[nodiscard]] std::string name() const override { return "splice"; }
  std::optional<Plan> next() override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] bool under_way() const override { return under_way_ != 0; }
  [[nodiscard]] bool is_thinking() const override { return search_->is_thinking(); }
  [[nodiscard]] std::optional<SpliceReport> splice() const override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  explicit SpliceStrategy(const ChoiceSet& choices) : runs_(choices) {}
  void begin();

  FollowedRuns runs_;
  std::unique_ptr<solve::Solver> solver_;
  std::unique_ptr<splice::Search> search_;
  bool begun_ = false;
  bool finished_ = false;
  std::uint64_t under_way_ = 0;
  BranchPlaces places_;
};

}  // namespace sleave
