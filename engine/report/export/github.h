// Findings as annotations of a pull request: lines that GitHub Actions reads from a job's output.
#pragma once

#include <string>
#include <vector>

#include "engine/report/target_result.h"

namespace sleave {

// One `::error file=...,line=...,title=...::message` for each. `root` is the checkout: GitHub wants paths in it.
std::string github_annotations(const std::vector<StoredFinding>& findings, const std::string& root);

}  // namespace sleave
