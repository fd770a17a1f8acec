// Report sections as JSON: for tools, and to be kept.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/base/report_section.h"

namespace sleave {

// {"fact": value, "table": [{"column": value}, ...]}: what tools read.
nlohmann::json section_for_tools(const ReportSection& section);

// Everything, and back. The latter throws nlohmann's exceptions where it is something else.
nlohmann::json saved_sections(const std::vector<ReportSection>& sections);
std::vector<ReportSection> sections_from_json(const nlohmann::json& saved);

}  // namespace sleave
