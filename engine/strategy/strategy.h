// Strategy: turns traces into the next plans. It is asked for plans and shown the traces of their runs.
//
// The sequence of plans depends only on the strategy's options and on the calls of done(), in their order: with one run
// at a time, the same seed makes the same runs. A strategy decides the schedule (threads, decisions, tail); what is
// recorded and the limits of a run are the campaign's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/strategy/exhaustion.h"
#include "engine/strategy/saved_work.h"
#include "engine/strategy/shared_work.h"
#include "engine/strategy/strategy_report.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// What a campaign must know about a strategy before it begins.
struct StrategyTraits {
  bool supports_concurrent_next = false;  // next_some() may be called by several threads at once
  bool chooses_sites = false;             // plans state which plain accesses are points; else the campaign does
  bool resumes = true;                    // continues after load(); else it starts over, with the same results
};

struct StrategyProgress {
  bool has_pending_work = false;    // next() had no plan only because its time slice was over: call it again
  bool has_runs_in_flight = false;  // next() may have a plan again after done()
  std::uint64_t analysis_cost = 0;  // of the strategy itself, besides running (run_cost.h)
};

class Strategy {
 public:
  explicit Strategy(StrategyTraits traits = {}) : traits_(traits) {}
  virtual ~Strategy() = default;

  [[nodiscard]] const StrategyTraits& traits() const { return traits_; }

  // The next plan; none: there is nothing more to try, or progress() says why not yet.
  virtual std::optional<Plan> next() = 0;
  // At most `most` plans at once, without the campaign's lock; see supports_concurrent_next.
  [[nodiscard]] virtual std::vector<Plan> next_some(std::size_t /*most*/) { return {}; }
  // A guess at what the next calls of next() will return, so that the runs can be made in one batch. A run may change
  // later plans; the rest of the batch is dropped then.
  [[nodiscard]] virtual std::vector<Plan> expected(std::size_t /*most*/) const { return {}; }

  // Analyzes a run before done(), which gets the same plan and trace. Several threads may call it at once, each with a
  // plan of its own.
  virtual void study(const Plan& /*plan*/, const Trace& /*trace*/) {}
  // A plan of next() was run. Plans may come back in another order than they were given out.
  virtual void done(const Plan& plan, const Trace& trace) = 0;
  // Another strategy's run, which may be of use.
  virtual void observe_foreign_run(const Plan& /*plan*/, const Trace& /*trace*/) {}

  [[nodiscard]] virtual StrategyProgress progress() const { return {}; }
  // How far an exhaustive search has come; none: the strategy samples.
  [[nodiscard]] virtual std::optional<Exhaustion> exhaustion() const { return std::nullopt; }
  [[nodiscard]] virtual StrategyReport report() const { return {}; }

  // The state as JSON. A strategy that loads it continues with the first plan that was not done.
  [[nodiscard]] virtual std::string save() const = 0;
  virtual Status load(const std::string& state) = 0;
  // Work that is saved in pieces in addition to save(), and loaded after it; null: there is none.
  [[nodiscard]] virtual StoredWork* work() { return nullptr; }
  // Work that several processes may share; null: the strategy is for one process.
  [[nodiscard]] virtual SharedWork* shared_work() { return nullptr; }

 private:
  StrategyTraits traits_;
};

}  // namespace sleave
