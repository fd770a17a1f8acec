// A runner whose failed runs are executions that C++20's memory model allows.
//
// A plan names the old stores that loads take (abi/choices.def). Once it is changed, by the minimizer say, other events
// may come before such a load, after which C++20 does not let it read so old a store. A failed run of that kind is
// excluded: it counts as one that did not fail.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "engine/run/runner.h"

namespace sleave {

class ConsistentRunner final : public Runner {
 public:
  explicit ConsistentRunner(std::unique_ptr<Runner> runner) : runner_(std::move(runner)) {}

  Result<Trace> run(const Plan& plan, Detail detail) override;
  Result<std::optional<Trace>> run_some(std::span<const Plan> plans, Detail detail, const Seen& seen) override;
  [[nodiscard]] unsigned restarts() const override { return runner_->restarts(); }
  [[nodiscard]] sleave_retirement not_reset_because() const override { return runner_->not_reset_because(); }

 private:
  Trace checked_again(const Plan& plan, Trace failed);

  std::unique_ptr<Runner> runner_;
};

Result<std::unique_ptr<Runner>> make_consistent_runner(sleave_isolation isolation, const Target& target);

// Whether C++20 allows the run. One without loads of old values is always allowed; one with them that is too long to be
// checked counts as one that is not.
bool is_allowed_run(const Trace& trace);

}  // namespace sleave
