// Strategy: an oracle. It is asked for plans and told what became of them.
//
// The sequence of plans depends only on what the strategy was made from and on the calls of done(), in their order:
// with one run at a time, the same seed makes the same runs. A strategy decides the schedule (threads, decisions,
// tail); what is recorded and the limits of a run are the campaign's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/inputs/input_report.h"
#include "engine/inputs/solving_options.h"
#include "engine/model/bound.h"
#include "engine/model/choice_set.h"
#include "engine/strategy/affect_report.h"
#include "engine/strategy/exhaustion.h"
#include "engine/strategy/interference_report.h"
#include "engine/strategy/prediction_report.h"
#include "engine/strategy/saved_work.h"
#include "engine/strategy/splice_report.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class Strategy {
 public:
  virtual ~Strategy() = default;

  [[nodiscard]] virtual std::string name() const = 0;

  // The next plan; none: the strategy has nothing more to try, or it is_thinking().
  virtual std::optional<Plan> next() = 0;

  // Whether next() had no plan only because it was looking for too long: so that budgets and interruptions are looked
  // at. It is to be called again.
  [[nodiscard]] virtual bool is_thinking() const { return false; }

  // At most so many plans at once, by several threads that need not keep each other out: for strategies whose plans
  // cost something to make. None: as for next().
  [[nodiscard]] virtual bool gives_by_itself() const { return false; }
  [[nodiscard]] virtual std::vector<Plan> next_some(std::size_t /*most*/) { return {}; }

  // What the next calls of next() will probably give, at most `most` plans: so many runs can be made in one go. A guess
  // may be wrong, since what the runs show may change the plans; it is dropped then. None: nothing can be guessed.
  [[nodiscard]] virtual std::vector<Plan> expected(std::size_t /*most*/) const { return {}; }

  // What a run shows, worked out by several threads at once, each with a plan of its own: whatever takes long before
  // done(), which is called with the same plan and trace and takes the strategy for itself.
  virtual void study(const Plan& /*plan*/, const Trace& /*trace*/) {}

  // A plan of next() was run. Plans may come back in another order than they were given out.
  virtual void done(const Plan& plan, const Trace& trace) = 0;

  // A run that another strategy planned, perhaps one like this one's own: what it shows may be of use.
  virtual void overhear(const Plan& /*plan*/, const Trace& /*trace*/) {}

  // What it has thought so far besides running (run_cost.h).
  [[nodiscard]] virtual std::uint64_t thought() const { return 0; }

  // Whether plans that are being run may lead to more: next() may have one again after done().
  [[nodiscard]] virtual bool under_way() const { return false; }

  // How far a strategy has come that finishes its space; none: it only samples.
  [[nodiscard]] virtual std::optional<Exhaustion> exhaustion() const { return std::nullopt; }

  // Whether plans say by themselves at which places of the code plain accesses are scheduling points; else the campaign
  // does, for the races it found.
  [[nodiscard]] virtual bool chooses_sites() const { return exhaustion().has_value(); }

  // What became of predictions; none: the strategy makes none.
  [[nodiscard]] virtual std::optional<PredictionReport> predictions() const { return std::nullopt; }

  // What is known about the program's inputs; none: the strategy leaves them as they are.
  [[nodiscard]] virtual std::optional<InputReport> inputs() const { return std::nullopt; }

  // What a search by interferences has covered; none: it is another strategy.
  [[nodiscard]] virtual std::optional<InterferenceReport> interference() const { return std::nullopt; }

  // What strategy splice has shown; none: it is another.
  [[nodiscard]] virtual std::optional<SpliceReport> splice() const { return std::nullopt; }

  // What strategy affect has gone through; none: it is another.
  [[nodiscard]] virtual std::optional<AffectReport> affect() const { return std::nullopt; }

  // The state as JSON. A strategy that loads it goes on with the first plan that was not done.
  [[nodiscard]] virtual std::string save() const = 0;
  virtual Status load(const std::string& state) = 0;
  // Whether it does so. Else it keeps nothing and begins anew: runs are made again, and results are the same.
  [[nodiscard]] virtual bool goes_on_after_load() const { return true; }

  // A strategy that has work in pieces keeps them out of save(); they are saved in the same moment, and loaded after
  // it.
  [[nodiscard]] virtual bool has_pieces() const { return false; }
  virtual WorkChanges changed_pieces() { return {}; }
  virtual Status load_pieces(const std::vector<SavedWork>& /*pieces*/) { return ok(); }
};

struct StrategyOptions {
  std::uint64_t seed = 1;
  std::uint32_t depth = 3;            // pct
  ChoiceSet choices{};                // what plans may choose besides threads; nothing
  graph::Bound bound{};               // dpor; interference: of interferences
  std::string without{};              // what is left out: interference, optimisations with commas; predictions, solver
  std::uint64_t most_events = ~0ull;  // dpor: of each thread
  std::string inputs = "solve";       // where inputs come from: solve, random, own (as the program has them)
  SolvingOptions solving{};
  std::string predict = "auto";  // whether runs are predicted from: on, off, auto (with strategy auto)
};

}  // namespace sleave
