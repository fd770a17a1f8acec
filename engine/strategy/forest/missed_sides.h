// Branch outcomes that no run took, for reports.
#pragma once

#include <string>
#include <vector>

#include "engine/base/report_section.h"
#include "engine/model/gaps/gap.h"

namespace sleave {

struct MissedSide {
  std::string where;   // the branch: function, file, line
  bool holds = false;  // the outcome for which its condition holds
};

// Into a section: as a table for tools, and a line each.
void add_missed(const std::vector<MissedSide>& sides, ReportSection& section);
// In words, as a list under "gaps".
void add_gaps(const Gaps& gaps, ReportSection& section);
// "; but A, B" where there are any.
std::string but(const Gaps& gaps);

}  // namespace sleave
