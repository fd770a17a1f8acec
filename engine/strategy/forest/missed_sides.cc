#include "engine/strategy/forest/missed_sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace sleave {

void add_missed(const std::vector<MissedSide>& sides, ReportSection& section) {
  ReportTable table{.key = "missed", .title = "", .columns = {{"where", ""}, {"holds", ""}}, .rows = {}};
  for (const MissedSide& side : sides) {
    table.rows.push_back({{side.where}, {side.holds}});
    section.lines.push_back({fmt::format("not taken: {} ({})", side.where, side.holds ? "true" : "false"), true});
  }
  section.tables.push_back(std::move(table));
}

void add_gaps(const Gaps& gaps, ReportSection& section) {
  const std::set<std::string> words = in_words(gaps);
  section.facts.push_back({"gaps", std::vector<std::string>(words.begin(), words.end())});
}

std::string but(const Gaps& gaps) {
  return gaps.empty() ? "" : fmt::format("; but {}", fmt::join(in_words(gaps), ", "));
}

}  // namespace sleave
