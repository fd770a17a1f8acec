// A finding of earlier, as it is on disk, once more: its recorded run with everything that minimizing needs.
#pragma once

#include "engine/base/result.h"
#include "engine/campaign/failures.h"
#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/run/target.h"
#include "engine/trace/replay_file.h"

namespace sleave {

// An error of tier diverged: the failure did not happen again.
Result<Failures::Unrefined> recorded_failure(const Target& target, const Finding& finding, const ReplayFile& replay,
                                             Runner& runner, Symbolizer& symbolizer);

}  // namespace sleave
