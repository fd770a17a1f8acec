#include "engine/minimize/recorded_failure.h"

#include <utility>

#include "engine/analyze/build.h"
#include "engine/campaign/confirm/confirm.h"

namespace sleave {

Result<Failures::Unrefined> recorded_failure(const Target& target, const Finding& finding, const ReplayFile& replay,
                                             Runner& runner, Symbolizer& symbolizer) {
  Plan plan = replay.plan;
  plan.spin_repeats = Plan().spin_repeats;  // decisions that are left out must not go round for ever
  const Result<Trace> failed = runner.run(replay.plan, Detail::full);
  if (!failed) return failed.error();
  if (failed->header.hash != replay.hash || failure_signature(*failed, symbolizer) != replay.signature) {
    return Error{Tier::diverged, "the finding did not happen again\n'sleave replay' says where the run differs"};
  }
  Result<Confirmed> confirmed = confirm(target, runner, replay.plan, *failed, {}, symbolizer);
  if (!confirmed) return confirmed.error();
  return Failures::Unrefined{finding, std::move(plan), std::move(*confirmed)};
}

}  // namespace sleave
