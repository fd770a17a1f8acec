// StrategyDecorator: a strategy that adds something to another, and is the other in everything else.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/strategy/strategy.h"

namespace sleave {

class StrategyDecorator : public Strategy {
 public:
  explicit StrategyDecorator(std::unique_ptr<Strategy> inner)
      : Strategy({.supports_concurrent_next = false,
                  .chooses_sites = inner->traits().chooses_sites,
                  .resumes = inner->traits().resumes}),
        inner_(std::move(inner)) {}

  std::optional<Plan> next() override { return inner_->next(); }
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override { return inner_->expected(most); }
  void study(const Plan& plan, const Trace& trace) override { inner_->study(plan, trace); }
  void done(const Plan& plan, const Trace& trace) override { inner_->done(plan, trace); }
  void observe_foreign_run(const Plan& plan, const Trace& trace) override { inner_->observe_foreign_run(plan, trace); }
  [[nodiscard]] StrategyProgress progress() const override { return inner_->progress(); }
  [[nodiscard]] std::optional<Exhaustion> exhaustion() const override { return inner_->exhaustion(); }
  [[nodiscard]] StrategyReport report() const override { return inner_->report(); }
  [[nodiscard]] std::string save() const override { return inner_->save(); }
  Status load(const std::string& state) override { return inner_->load(state); }
  [[nodiscard]] StoredWork* work() override { return inner_->work(); }

 protected:
  [[nodiscard]] Strategy& inner() { return *inner_; }
  [[nodiscard]] const Strategy& inner() const { return *inner_; }

 private:
  std::unique_ptr<Strategy> inner_;
};

}  // namespace sleave
