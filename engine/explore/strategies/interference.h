// interference: every branch, by the number of cross-thread reads it needs. engine/explore/interference/ searches; here
// its tasks become plans, and traces what it learns from.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "engine/explore/interference/search.h"
#include "engine/explore/strategies/branch_places.h"
#include "engine/explore/strategies/followed_runs.h"
#include "engine/explore/strategy.h"
#include "engine/solve/make_solver.h"

namespace sleave {

class InterferenceStrategy final : public Strategy {
 public:
  static Result<std::unique_ptr<InterferenceStrategy>> start(const StrategyOptions& options);

  [[nodiscard]] std::string name() const override { return "interference"; }
  std::optional<Plan> next() override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] bool under_way() const override { return under_way_ != 0; }
  [[nodiscard]] bool is_thinking() const override { return search_->is_thinking(); }
  [[nodiscard]] std::optional<InterferenceReport> interference() const override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  InterferenceStrategy(const ChoiceSet& choices, const interference::SearchOptions& options)
      : runs_(choices), options_(options) {}
  [[nodiscard]] std::set<std::string> gaps() const;
  void note_levels();
  void begin();

  FollowedRuns runs_;
  interference::SearchOptions options_;
  std::unique_ptr<solve::Solver> solver_;
  std::unique_ptr<interference::Search> search_;
  bool begun_ = false;
  std::uint64_t under_way_ = 0;
  BranchPlaces places_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<double> seconds_;  // by degree, until it was finished
};

}  // namespace sleave
