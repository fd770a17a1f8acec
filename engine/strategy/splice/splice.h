// splice: sides of branches that no run took, by putting segments of runs into each other. engine/strategy/splice/
// searches; here its tasks become plans, and traces what it learns from.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/strategy/forest/task_search.h"
#include "engine/strategy/splice/search.h"

namespace sleave {

class SpliceStrategy final : public TaskSearch<splice::Search> {
 public:
  static Result<std::unique_ptr<SpliceStrategy>> start(const StrategyOptions& options);

  [[nodiscard]] std::string name() const override { return "splice"; }
  [[nodiscard]] std::optional<SpliceReport> splice() const override;

 private:
  explicit SpliceStrategy(const ChoiceSet& choices);
  std::unique_ptr<splice::Search> make_search(expr::Pool& pool, solve::Solver& solver) override;
  void asked(bool found) override { finished_ = !found && !is_thinking(); }

  bool finished_ = false;
};

}  // namespace sleave
