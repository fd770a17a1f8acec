#include "engine/strategy/interference/interference_report.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

TEST(InterferenceReport, StatesWhatWasCovered) {
  InterferenceReport report;
  report.levels = {{7, 13, 3, 0.04}, {4, 23, 4, 1.26}, {1, 8, 2, 0}};
  report.finished = 1;
  report.missed = {{"work (driver.c:27)", true}};
  const ReportSection section = section_of(report);
  ASSERT_EQ(section.lines.size(), 2u);
  EXPECT_EQ(section.lines[0].text, "Every branch reachable with at most 1 interference was taken, or is listed.");
  EXPECT_EQ(section.lines[1].text, "not taken: work (driver.c:27) (true)");
  const ReportTable& levels = section.tables.front();
  ASSERT_EQ(levels.rows.size(), 3u);
  EXPECT_EQ(cell_text(levels.rows[1].back()), "1.3");
  EXPECT_EQ(cell_text(levels.rows[2].back()), "-") << "not finished";
}

TEST(InterferenceReport, ClaimsNoMoreThanItKnows) {
  InterferenceReport report;
  report.finished = 1;
  report.everything = true;
  EXPECT_EQ(section_of(report).lines[0].text,
            "Every branch reachable with however many interferences was taken, or is listed.");
  report.failed_with = 3;
  EXPECT_EQ(section_of(report).lines[1].text,
            "The failure that needs the fewest of them happened with 3 interferences.");
  report.gaps = {GapKind::solver_gave_up};
  EXPECT_TRUE(section_of(report).lines[0].text.ends_with("or is listed; but the solver gave up on queries."));
  report.finished = -1;
  EXPECT_EQ(section_of(report).lines[0].text, "Not even the branches that need no interference are exhausted.");
}

}  // namespace
}  // namespace sleave
