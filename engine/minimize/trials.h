// Trials: runs in which certain orderings of a told run hold, and which otherwise go as chance has it; with the told
// run's input or another one.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/minimize/arrange.h"
#include "engine/minimize/attempts.h"
#include "engine/minimize/ordering.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Trial {
  bool failed = false;  // in the same way
  Moments moments;
};

class Trials {
 public:
  // `told` is a run of `plan` and recorded its points. All outlive this object. The draws depend on nothing that
  // another layout of the program's code would change, as its hash would.
  Trials(Attempts& attempts, const Plan& plan, const Trace& told)
      : attempts_(attempts), plan_(plan), told_(told), arranger_(told), rng_(told.events.size()) {}

  // With the schedule nearest to the told one in which all of `wanted` hold, or any other. Whether they held, the
  // moments say. Nothing if they contradict one another, or no more runs are allowed.
  std::optional<Trial> run(const std::vector<Ordering>& wanted, bool at_random);
  std::optional<Trial> run(const std::vector<Ordering>& wanted, bool at_random, const std::vector<Plan::Input>& inputs);

  // The told run once more, also recording `record`. Nothing if it does not fail so.
  std::optional<Trace> again(std::uint32_t record);

  [[nodiscard]] bool over() const { return attempts_.over(); }
  [[nodiscard]] const Trace& told() const { return told_; }

 private:
  Plan plan_of_told() const;
  std::optional<Trial> run(Plan plan, const std::vector<Ordering>& wanted, bool at_random);

  Attempts& attempts_;
  const Plan& plan_;
  const Trace& told_;
  Arranger arranger_;
  Rng rng_;
};

// Whether all of `orderings` were so in the trial.
bool all_held(const std::vector<Ordering>& orderings, const Trial& trial);

}  // namespace sleave
