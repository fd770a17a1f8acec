// The program of a finding: what may be started for it, and what a run of a changed one shows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/target/finding_folder.h"
#include "engine/base/result.h"
#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/run/one_thread.h"
#include "engine/run/target.h"
#include "engine/trace/trace.h"

namespace sleave {

// `named`, a program and its arguments, or if that is empty the recorded one: it is only started if it was built with
// Sleave and, unless `rebuilt`, is the one that failed. A replay file may come from anybody. `finding` is what the user
// called it, for messages.
Result<Target> recorded_target(const FindingFolder& folder, const std::vector<std::string>& named, bool rebuilt,
                               const std::string& finding);

// Of a finding of a harness: leaves out failures that one thread shows, too; null for others.
std::unique_ptr<OneThread> filter_of(const ReplayFile& replay);

// The failed run of a program that has changed since, with the recorded finding's number and origin.
Finding changed_finding(const FindingFolder& folder, const Trace& failed, Symbolizer& symbolizer);

// The same if the run failed as the recorded one did, else nothing.
std::optional<Finding> still_fails(const FindingFolder& folder, const Trace& run, Symbolizer& symbolizer);

}  // namespace sleave
