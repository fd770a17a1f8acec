// Findings as SARIF 2.1.0 (OASIS), which code scanning and editors read.
#pragma once

#include <string>
#include <vector>

#include "engine/report/target_result.h"

namespace sleave {

// One run with a result for each finding: its place, its stacks, one code flow with a thread flow per thread, whose
// steps have their order in `executionOrder`, and the signature as a partial fingerprint. Files below `root` are named
// relative to it (SRCROOT).
std::string sarif_report(const std::vector<StoredFinding>& findings, const std::string& root,
                         const std::string& version);

}  // namespace sleave
