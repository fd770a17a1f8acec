// flip: jCUTE's race flipping, depth first (flip_path.h), as a strategy. One run at a time: its result decides the
// next one. With `solving` branches on inputs are flipped as well as races.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/inputs/solving.h"

#include "engine/model/thread_table.h"
#include "engine/strategy/flip/flip_path.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class FlipStrategy final : public Strategy {
 public:
  // Without `solving` inputs are as the program has them.
  explicit FlipStrategy(std::unique_ptr<Solving> solving = nullptr);

  std::optional<Plan> next() override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override { return {.has_runs_in_flight = under_way_}; }
  [[nodiscard]] StrategyReport report() const override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  FlipPath::Turn turning(const Plan& plan, const Trace& trace, const expr::Path& path);

  std::unique_ptr<Solving> solving_;
  std::vector<Plan::Input> inputs_;  // of the next run
  FlipPath path_;
  ThreadTable threads_;
  bool under_way_ = false;
  bool over_ = false;
};

}  // namespace sleave
