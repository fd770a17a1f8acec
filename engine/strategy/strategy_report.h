// StrategyReport: what a strategy has to report besides how far it has come.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/report_section.h"
#include "engine/inputs/input_report.h"

namespace sleave {

struct StrategyReport {
  std::optional<InputReport> inputs{};    // none: the strategy leaves inputs as they are
  std::vector<ReportSection> sections{};  // of its own
};

}  // namespace sleave
