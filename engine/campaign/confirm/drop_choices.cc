#include "engine/campaign/confirm/drop_choices.h"

#include <algorithm>

#include "engine/analyze/build.h"
#include "engine/campaign/confirm/lasting_livelock.h"

namespace sleave {

Status drop_needless_choices(Runner& runner, Plan& plan, Trace& failed, Symbolizer& symbolizer) {
  const auto allowed = [](const sleave_plan_choice& choice) { return choice.most != 0; };
  if (std::none_of(plan.choices.begin(), plan.choices.end(), allowed)) return ok();
  // A sampled trace has no stacks, and without them many failures look alike.
  Result<Trace> whole = runner.run(plan, Detail::full);
  if (!whole) return whole.error();
  const std::string signature = failure_signature(*whole, symbolizer);
  for (sleave_plan_choice& choice : plan.choices) {
    if (choice.most == 0) continue;
    const sleave_plan_choice kept = choice;
    choice = {};
    Result<Trace> without = runner.run(plan, Detail::full);
    if (!without) return without.error();
    bool same = without->outcome() == SLEAVE_OUTCOME_failed && failure_signature(*without, symbolizer) == signature;
    if (same) {
      const Result<bool> certain = is_certain(runner, plan, *without);
      if (!certain) return certain.error();
      same = *certain;
    }
    if (same) {
      failed = std::move(*without);
    } else {
      choice = kept;
    }
  }
  return ok();
}

}  // namespace sleave
