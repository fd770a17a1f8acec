// Trials: runs in which certain orderings of the reported run hold, and which are random otherwise; with the reported
// run's input or another one.
//
// A schedule is made of the points of a known run: the reported one, or one that took another path. A run that fails
// ends there, so only other runs show what its threads would have done next.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/minimize/cause/arrange.h"
#include "engine/minimize/cause/ordering.h"
#include "engine/minimize/reduce/attempts.h"
#include "engine/model/choice_set.h"
#include "engine/strategy/samplers/choice_shares.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Trial {
  bool failed = false;     // in the same way
  bool cut_short = false;  // a data race is looked for, and another failure ended the run before there was one
  bool as_chosen = true;   // it made the choices that the reported run made besides its schedule, and perhaps others
  Moments moments;
  Trace passed;  // of a run that did not fail so; else empty
};

class Trials {
 public:
  // `reported` is a run of `plan` and recorded its points. All outlive this object. The draws depend on nothing that
  // another layout of the program's code would change, as its hash would.
  Trials(Attempts& attempts, const Plan& plan, const Trace& reported)
      : attempts_(attempts),
        plan_(plan),
        reported_(reported),
        arrangers_{Arranger(reported, reported)},
        rng_(reported.events.size()),
        further_rng_(reported.events.size()) {}

  // With a schedule of a known run in which all of `wanted` hold; if it is to be near, of the reported one first. The
  // moments show whether they held. Nothing if they contradict one another, or no more runs are allowed.
  std::optional<Trial> run(const std::vector<Ordering>& wanted, Arranger::Kind kind);
  std::optional<Trial> run(const std::vector<Ordering>& wanted, Arranger::Kind kind,
                           const std::vector<Plan::Input>& inputs);

  // With a random schedule from the beginning. Nothing if the failure needs more than a schedule.
  std::optional<Trial> run_freely();

  // Runs with fresh seeds like those that a campaign samples, by several samplers, with the reported run's input and
  // choices of `allowed` besides the schedule. They are made by attempts of their own when they are first asked for: as
  // many as those allow. None if there are no such attempts. An explanation of the failure must hold for them.
  void sample_with(Attempts& attempts, const ChoiceSet& allowed);
  const std::vector<Trial>& fresh();

  // Another path of the program: schedules are made of its points too from now on. Not too many.
  void learn(const Trial& trial);
  [[nodiscard]] const std::deque<Trace>& learned() const { return learned_; }

  // The reported run once more, also recording `record`. Nothing if it does not fail so.
  std::optional<Trace> again(std::uint32_t record);

  [[nodiscard]] bool over() const { return attempts_.over(); }
  [[nodiscard]] const Trace& reported() const { return reported_; }

 private:
  Plan plan_like(const Trace& run) const;
  std::optional<Trial> run(const std::vector<Ordering>& wanted, Arranger::Kind kind,
                           const std::vector<Plan::Input>* inputs);
  std::optional<Trial> run(Plan plan, bool at_random, Rng& rng);
  std::optional<Trial> trial_of(const Plan& plan, Attempts& attempts) const;
  [[nodiscard]] Plan fresh_plan(std::uint64_t number) const;

  Attempts& attempts_;
  const Plan& plan_;
  const Trace& reported_;
  std::deque<Trace> learned_;
  std::deque<Arranger> arrangers_;  // of the reported run, then of those learned
  Rng rng_;
  Rng further_rng_;               // so that those runs change no others
  Attempts* sampling_ = nullptr;  // for fresh runs
  ChoiceShares shares_{ChoiceSet()};
  std::vector<Trial> fresh_;
};

// Whether all of `orderings` were so in the trial.
bool all_held(const std::vector<Ordering>& orderings, const Trial& trial);

}  // namespace sleave
