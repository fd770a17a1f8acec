#include "engine/strategy/forest/missed_sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sleave {

void add_missed(const std::vector<MissedSide>& sides, ReportSection& section) {
  ReportTable table{.key = "missed", .title = "", .columns = {{"where", ""}, {"holds", ""}}, .rows = {}};
  for (const MissedSide& side : sides) {
    table.rows.push_back({{side.where}, {side.holds}});
    section.lines.push_back({fmt::format("not taken: {} ({})", side.where, side.holds ? "true" : "false"), true});
  }
  section.tables.push_back(std::move(table));
}

void add_gaps(const std::set<std::string>& gaps, ReportSection& section) {
  section.facts.push_back({"gaps", std::vector<std::string>(gaps.begin(), gaps.end())});
}

std::string but(const std::set<std::string>& gaps) {
  return gaps.empty() ? "" : fmt::format("; but {}", fmt::join(gaps, ", "));
}

}  // namespace sleave
