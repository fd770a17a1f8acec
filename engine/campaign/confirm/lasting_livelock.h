// Whether a run without progress goes round for good.
//
// The runtime ends a run after a number of events in a row that change nothing. A loop of limited length may make more:
// it looks 200,000 times, then it sleeps. So a run that ended there is only suspected. It is made once more with far
// more patience, and a campaign that suspects a run that then continued doubles its patience for those to come.
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/run/runner.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Events without a change that no program makes before it does something else: about half a second of them.
constexpr std::uint64_t kMostQuietEvents = 10'000'000;

// `failed` is a run of `plan`. It ended without progress, and might not have with more patience.
bool might_go_on(const Plan& plan, const Trace& failed);

// Of such a run: whether it does not. It is the same up to where it ended, whatever comes after. One that cannot be
// judged at its end does not refute the suspicion. Regardless of the runner's deadline.
Result<bool> lasts(Runner& runner, const Plan& plan, const Trace& failed);

// Whether a run of `plan` is a failure, as far as that is in question.
Result<bool> is_certain(Runner& runner, const Plan& plan, const Trace& failed);

// After one that continued.
std::uint64_t more_quiet_events(std::uint64_t quiet_events);

}  // namespace sleave
