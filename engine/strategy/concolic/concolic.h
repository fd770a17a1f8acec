// concolic: inputs by solving, schedules by sampling.
//
// A run records its path constraints. For each of them a solver query asks for an input that gives it another value
// while those before it keep theirs (generational search, as in SAGE; pending_flips.h has the order). That input is run
// under the same plan, so that the schedule is the same up to the flipped path constraint. Where words that were used
// as they were leave no such input, one is solved for without them, and checks that it fails are repaired
// (expected_path.h); where the way to an outcome allows none, one is solved for regardless of the way. Every input with
// a path of its own is then run under more schedules, those of `sample`, and some of these runs are searched for new
// path constraints, too. Where addresses depend on inputs, inputs are solved for under which threads meet
// (alias_queries.h). Without schedules (strategy inputs) every run keeps the default schedule: a thread runs until it
// waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/inputs/alias_queries.h"
#include "engine/inputs/solving.h"
#include "engine/strategy/concolic/input_samples.h"
#include "engine/strategy/concolic/pending_flips.h"
#include "engine/strategy/run_cost.h"
#include "engine/strategy/samplers/sample.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class ConcolicStrategy final : public Strategy {
 public:
  enum class Schedules { sampled, plain };

  enum class Aliases { asked, ignored };

  ConcolicStrategy(Schedules schedules, std::uint64_t seed, const ChoiceSet& choices, std::unique_ptr<Solving> solving,
                   Aliases aliases = Aliases::asked);

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void done(const Plan& plan, const Trace& trace) override;
  void observe_foreign_run(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override {
    return {.has_pending_work = false,
            .has_runs_in_flight = !under_way_.empty(),
            .analysis_cost = cost_of_solving(solving_->work(), solving_->path_constraints_asked())};
  }
  [[nodiscard]] StrategyReport report() const override { return {.inputs = input_report(), .sections = {}}; }
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  // The origin of a plan: the run it was made from, the number of path constraints at its start that are to hold, and
  // the one to flip. 0: no run.
  struct Origin {
    std::size_t turned = 0;    // its number, from 1
    expr::Expr held{};         // what held there, and is not to hold any more
    std::uint64_t before = 0;  // hash of the path constraints before it
    std::uint64_t era = 0;
    Repair repair = {};  // unproved, and checks on its way may fail
  };
  struct Planned {
    Plan plan;
    Origin origin;
  };

  struct PendingAlias {
    std::shared_ptr<const FlippableRun> run;
    AliasQuery query;
  };

  [[nodiscard]] InputReport input_report() const;
  void plan_some();
  bool plan_flip(std::size_t most_again);
  bool plan_alias();
  bool plan_unproved(const Flip& flip);
  void plan_optimistic(const Flip& flip);
  void plan_sample();
  void add(Plan plan, const Origin& origin);
  [[nodiscard]] Plan fresh_plan();
  [[nodiscard]] std::size_t first_to_flip(const Origin& origin, const expr::Path& path);
  void look_at(const Trace& trace);
  void learn(const Plan& plan, const Trace& trace, const Origin& origin);
  void look_for_aliases(const Trace& trace, const std::shared_ptr<const FlippableRun>& run);

  Schedules schedules_;
  SampleStrategy sampler_;
  std::unique_ptr<Solving> solving_;
  PendingFlips flips_;
  InputSamples samples_;
  AliasQueries aliases_;
  std::deque<PendingAlias> pending_aliases_;
  Aliases wanted_aliases_;
  bool records_accesses_ = false;  // addresses in threads depend on inputs
  std::deque<Plan> again_;         // to be run for their path constraints, which were forgotten
  std::deque<Planned> planned_;
  std::map<std::uint64_t, Origin> under_way_;  // by key_of()
  std::set<std::uint64_t> paths_;              // seen, in this era
  std::uint64_t era_ = 0;                      // of these, and of what is pending
  std::uint64_t begun_ = 0;                    // plans that came from no other
  bool has_schedules_ = false;                 // some run could have been scheduled otherwise
};

}  // namespace sleave
