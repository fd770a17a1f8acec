#include "engine/strategy/splice/splice_report.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

TEST(SpliceReport, StatesWhatSplicesShowed) {
  SpliceReport report;
  report.branches = 3;
  report.sides_alone = 4;
  report.sides = 5;
  report.asked = 9;
  report.possible = 3;
  report.unordered = 1;
  report.came_true = 2;
  report.finished = true;
  report.missed = {{"work (driver.c:27)", true}};
  const ReportSection section = section_of(report);
  ASSERT_EQ(section.lines.size(), 3u);
  EXPECT_EQ(section.lines[0].text,
            "Splices: 9 asked about, 3 possible, 1 ruled out by synchronization, 2 came true, 0 strayed. Branch sides: "
            "5 of 6, 4 of them without splices.");
  EXPECT_EQ(section.lines[1].text, "No splice of the runs seen is left.");
  EXPECT_EQ(section.lines[2].text, "not taken: work (driver.c:27) (true)");
  report.finished = false;
  report.gaps = {GapKind::solver_gave_up};
  EXPECT_EQ(section_of(report).lines[1].text, "Splices of the runs seen are left; but the solver gave up on queries.");
}

}  // namespace
}  // namespace sleave
