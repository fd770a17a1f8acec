// What is on disk below the output folder, as reports want it.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/report/target_result.h"

namespace sleave {

// The finding in a folder; made from its trace if its own file cannot be read.
Result<StoredFinding> stored_finding(const std::string& folder);

// Findings of an older build that a later campaign did not find again.
enum class Stale { left_out, included };

// A campaign's folder: its findings, and what campaign.db says about it, if it can be read.
Result<TargetResult> stored_target(const std::string& folder, Stale stale);

struct StoredResults {
  std::vector<TargetResult> targets;
  bool one_finding = false;  // was asked for: it is alone with its program
};

// What `name` means: a finding, a campaign's folder or the name of its program, or, if it is empty, all campaigns in
// `out`. A finding that is named is there, stale or not.
Result<StoredResults> stored_results(const std::string& name, const std::string& out, Stale stale);

}  // namespace sleave
