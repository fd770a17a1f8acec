#include "engine/strategy/splice/splice_report.h"

#include <fmt/format.h>

namespace sleave {

// Nothing is promised of what was not taken.
ReportSection section_of(const SpliceReport& report) {
  ReportSection section{.key = "splice", .facts = {}, .tables = {}, .lines = {}};
  section.facts = {{"finished", report.finished},
                   {"branches", report_count(report.branches)},
                   {"sides_alone", report_count(report.sides_alone)},
                   {"sides", report_count(report.sides)},
                   {"asked", report_count(report.asked)},
                   {"possible", report_count(report.possible)},
                   {"unordered", report_count(report.unordered)},
                   {"came_true", report_count(report.came_true)},
                   {"strayed", report_count(report.strayed)}};
  section.lines.push_back({fmt::format(
      "Splices: {} asked about, {} possible, {} ruled out by synchronization, {} came true, {} strayed. Branch sides: "
      "{} of {}, {} of them without splices.",
      report.asked, report.possible, report.unordered, report.came_true, report.strayed, report.sides,
      2 * report.branches, report.sides_alone)});
  section.lines.push_back({fmt::format(
      "{}{}.", report.finished ? "No splice of the runs seen is left" : "Splices of the runs seen are left",
      but(report.gaps))});
  add_missed(report.missed, section);
  add_gaps(report.gaps, section);
  return section;
}

}  // namespace sleave
