// splice: reaches branch outcomes that no run took, by inserting segments of runs into each other.
// engine/strategy/splice/ searches; here its tasks become plans, and traces what it learns from.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/strategy/forest/task_search.h"
#include "engine/strategy/splice/search.h"
#include "engine/strategy/splice/splice_report.h"
#include "engine/strategy/strategy_options.h"

namespace sleave {

class SpliceStrategy final : public TaskSearch<splice::Search> {
 public:
  static Result<std::unique_ptr<SpliceStrategy>> start(const StrategyOptions& options);

  [[nodiscard]] StrategyReport report() const override;

 private:
  explicit SpliceStrategy(const ChoiceSet& choices);
  std::unique_ptr<splice::Search> make_search(expr::Pool& pool, solve::Solver& solver) override;
  void asked(bool found) override { finished_ = !found && !search().has_pending_work(); }

  bool finished_ = false;
};

}  // namespace sleave
