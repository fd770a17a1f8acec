#include "engine/strategy/interference/interference_report.h"

#include <fmt/format.h>

#include "engine/base/counted.h"

namespace sleave {
namespace {

// Which branches were taken with how many interferences.
ReportTable levels_of(const InterferenceReport& report) {
  ReportTable table{.key = "levels",
                    .title = "Interferences",
                    .columns = {{"", "interferences"},
                                {"sides", "branch sides"},
                                {"candidates", "candidates"},
                                {"runs", "runs"},
                                {"seconds", "seconds"}},
                    .rows = {}};
  for (const InterferenceReport::Level& level : report.levels) {
    const std::size_t number = table.rows.size();
    const bool finished = static_cast<int>(number) <= report.finished;
    table.rows.push_back({{report_count(number)},
                          {report_count(level.sides)},
                          {report_count(level.candidates)},
                          {report_count(level.runs)},
                          {level.seconds, finished ? "" : "-"}});
  }
  return table;
}

// What can be said of the branches.
std::string claim_of(const InterferenceReport& report) {
  if (report.finished < 0) return "Not even the branches that need no interference are exhausted.";
  const std::string with = counted(static_cast<std::uint64_t>(report.finished), "interference");
  return fmt::format("Every branch reachable {} was taken, or is listed{}.",
                     report.everything ? "with however many interferences" : "with at most " + with, but(report.gaps));
}

}  // namespace

ReportSection section_of(const InterferenceReport& report) {
  ReportSection section{.key = "interference", .facts = {}, .tables = {levels_of(report)}, .lines = {}};
  const ReportValue failed_with = report.failed_with ? report_count(*report.failed_with) : std::monostate();
  section.facts = {{"finished", std::int64_t{report.finished}},
                   {"everything", report.everything},
                   {"failed_with", failed_with},
                   {"branches", report_count(report.branches)}};
  section.lines.push_back({claim_of(report)});
  if (report.failed_with) {
    section.lines.push_back({fmt::format("The failure that needs the fewest of them happened with {}.",
                                         counted(*report.failed_with, "interference"))});
  }
  add_missed(report.missed, section);
  add_gaps(report.gaps, section);
  return section;
}

}  // namespace sleave
