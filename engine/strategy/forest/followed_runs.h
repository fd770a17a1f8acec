// FollowedRuns: plans whose runs are tracked read by read, and the results of their traces: shared by the strategies
// interference, splice and affect.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/expr/variables.h"
#include "engine/model/gaps/gap.h"
#include "engine/model/thread_table.h"
#include "engine/strategy/forest/run.h"
#include "engine/strategy/forest/run_events.h"

namespace sleave {

class FollowedRuns {
 public:
  struct Order {
    std::vector<interference::NodeId> events;  // first these,
    std::uint32_t thread = 0;                  // then this thread continues
    expr::Values values;                       // of inputs
    std::uint64_t number = 0;                  // comes back with the run
  };
  struct Shown {
    enum class Kind : std::uint8_t {
      late,         // of a plan from before more memory turned out to be shared: of no use
      more_memory,  // is shared than was known: what was learned so far is of no use either
      nothing,      // the run cannot be learned from
      run,
    };
    Kind kind = Kind::nothing;
    std::uint64_t number = 0;             // of the order
    std::vector<interference::Run> runs;  // the last is the whole run; those before it are parts (InterferenceRun)
    bool failed = false;
    std::uint32_t failed_in = SLEAVE_NO_THREAD;  // the thread of the plan that failed on its own; none: all take part
  };

  explicit FollowedRuns(const ChoiceSet& choices) : choices_(choices) { threads_.load({{SLEAVE_NO_THREAD, 0}}); }

  [[nodiscard]] Plan plan(const interference::Forest& forest, const Order& order) const;
  Shown learn(const Plan& plan, const Trace& trace);

  [[nodiscard]] expr::Pool& pool() { return pool_; }
  // Why what was learned may not be everything.
  [[nodiscard]] const Gaps& gaps() const { return gaps_; }
  // A bug of Sleave that was detected; empty: none.
  [[nodiscard]] const std::string& wrong() const { return wrong_; }

 private:
  void add_inputs(const expr::Values& values, Plan& plan) const;

  ChoiceSet choices_;
  expr::Pool pool_;
  expr::Variables variables_;
  ThreadTable threads_;
  SharedMemory memory_;
  std::uint64_t beginnings_ = 1;  // restarts: whenever more memory turns out to be shared, the search restarts
  Gaps gaps_;
  std::string wrong_;
};

}  // namespace sleave
