// flip: jCUTE's race flipping, depth first (flip_path.h), as a strategy. One run at a time: what it shows decides the
// next one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/explore/strategies/flip_path.h"
#include "engine/explore/strategy.h"
#include "engine/explore/thread_table.h"

namespace sleave {

class FlipStrategy final : public Strategy {
 public:
  FlipStrategy();

  [[nodiscard]] std::string name() const override { return "flip"; }
  std::optional<Plan> next() override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] bool under_way() const override { return under_way_; }
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  FlipPath path_;
  ThreadTable threads_;
  bool under_way_ = false;
  bool over_ = false;
};

}  // namespace sleave
