// Attempts: runs of changed plans that should still fail in the same way, within a budget.
//
// The budget is counted in runs, so that the same finding always ends in the same result. A long run counts for
// several, and one that used up its memory, or ended because the program did nothing for a while, for many. Only a
// program whose runs are slow in other ways, which no count shows, is bounded by time: it gets fewer runs. And a
// campaign's limit on time ends everything (RefinerWatch).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/campaign/refine/refiner.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Time that slow runs may take together: runs of 100 ms and more. Most take less than one millisecond, so one that had
// to wait for a processor once in a while does not matter.
class SlowRuns {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  explicit SlowRuns(Clock::duration together) : left_(together) {}

  void add(Clock::duration took) {
    if (took >= kSlow) left_ -= took;
  }
  [[nodiscard]] bool used_up() const { return left_ <= Clock::duration::zero(); }

 private:
  static constexpr std::chrono::milliseconds kSlow{100};
  Clock::duration left_;
};

class Attempts {
 public:
  using Now = std::function<SlowRuns::Time()>;

  struct Budget {
    std::uint64_t runs = 0;  // of a small program
    std::chrono::seconds slow{60};
    RefinerWatch* watch = nullptr;  // outlives the attempts; null: nobody limits them or watches
  };

  // `failed` is the run to be like, recorded with stacks.
  Attempts(Runner& runner, Symbolizer& symbolizer, const Trace& failed, const Budget& budget,
           Now now = SlowRuns::Clock::now);

  // Runs `plan`, recording its points. A trace if it failed with the same signature. Of a data race it is the run that
  // ends there, and `plan` says at which of its races that is.
  std::optional<Trace> fails(Plan& plan);

  // Runs it to its end, also past a data race, and says whether it failed so. Nothing if there was no run.
  struct Outcome {
    bool failed = false;
    Trace trace;
  };
  std::optional<Outcome> outcome(Plan plan);

  // No more runs: the budget is used up, in runs or in time, the user asked to stop, or the target cannot be started
  // any more.
  [[nodiscard]] bool over() const;

  // A smaller run was found.
  void shortened(std::uint64_t switches) {
    if (watch_ != nullptr) watch_->shortened(switches);
  }

  [[nodiscard]] std::uint64_t runs() const { return runs_; }

 private:
  std::optional<Trace> run(const Plan& plan);
  bool is_same(const Trace& trace);
  std::optional<std::uint32_t> race_in(const Trace& trace);

  Runner& runner_;
  Symbolizer& symbolizer_;
  std::string signature_;
  bool race_;
  bool waits_;  // the failure is that the program does nothing for a while
  std::uint64_t budget_;
  SlowRuns slow_;
  RefinerWatch* watch_;
  Now now_;
  std::uint64_t spent_ = 0;
  std::uint64_t runs_ = 0;
  bool broken_ = false;
};

}  // namespace sleave
