// interference: every branch, by the number of cross-thread reads it needs. engine/strategy/interference/ searches;
// here its tasks become plans, and traces what it learns from.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/strategy/forest/task_search.h"
#include "engine/strategy/interference/interference_report.h"
#include "engine/strategy/interference/search.h"
#include "engine/strategy/strategy_options.h"

namespace sleave {

class InterferenceStrategy final : public TaskSearch<interference::Search> {
 public:
  static Result<std::unique_ptr<InterferenceStrategy>> start(const StrategyOptions& options);

  [[nodiscard]] StrategyReport report() const override;

 private:
  InterferenceStrategy(const ChoiceSet& choices, const interference::SearchOptions& options);
  std::unique_ptr<interference::Search> make_search(expr::Pool& pool, solve::Solver& solver) override;
  void asked(bool found) override;
  void failed(std::uint32_t thread) override;
  [[nodiscard]] Gaps gaps() const;

  interference::SearchOptions options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<double> seconds_;  // by degree, until it was finished
  std::optional<std::uint64_t> failed_with_;
};

}  // namespace sleave
