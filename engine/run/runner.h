// Runner: one run of a target under a plan. Same target and same plan give the same trace, whichever runner it is.
//
// An Error means that no run took place (the target cannot be started, is not instrumented, the machine lacks
// something). Whatever the target itself does ends in a Trace. Not thread-safe; a target dies with the thread that
// called run().
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "abi/channel.h"
#include "abi/words.h"
#include "engine/base/result.h"
#include "engine/run/target.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class Runner {
 public:
  virtual ~Runner() = default;

  // A failed run comes with full detail whatever was asked for. A run cut short by interrupted() is unfinished.
  virtual Result<Trace> run(const Plan& plan, Detail detail) = 0;

  // Runs the first plan, or the first few of them one after the other, at less cost than one by one. Each ends as run()
  // would have ended it; a run that did not end well, or found something, is the last. `seen` gets the traces before
  // the last in order, and returns whether the next plan is still wanted: if not, its run and those after it are
  // dropped, and there is no last trace. There is none either if the runs must be repeated one by one. `seen` must not
  // use the runner.
  using Seen = std::function<bool(const Trace&)>;
  virtual Result<std::optional<Trace>> run_some(std::span<const Plan> plans, Detail detail, const Seen& seen);

  // From then on no run lasts: one that is under way is ended and is unfinished, as if interrupted. None: no limit.
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;
  void end_at(Deadline deadline) { deadline_ = deadline; }
  [[nodiscard]] Deadline deadline() const { return deadline_; }

  // How often a fork server was restarted.
  [[nodiscard]] virtual unsigned restarts() const { return 0; }

  // Reset isolation: why this target still forks for every run; `none` if it does not.
  [[nodiscard]] virtual sleave_retirement not_reset_because() const { return SLEAVE_RETIREMENT_none; }

 protected:
  // The user stops the campaign, or the time is over.
  [[nodiscard]] bool must_stop() const;

 private:
  Deadline deadline_;
};

// abi/isolations.def describes the isolations. The target's output goes where `output` says.
Result<std::unique_ptr<Runner>> make_runner(sleave_isolation isolation, const Target& target, const Output& output);

}  // namespace sleave
