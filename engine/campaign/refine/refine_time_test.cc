#include "engine/campaign/refine/refine_time.h"

#include <gtest/gtest.h>

#include <vector>

namespace sleave {
namespace {

// A campaign with so many seconds left, each of whose runs takes one.
struct Countdown {
  double left;
  [[nodiscard]] RefineTime::SecondsLeft clock() {
    return [this] { return left; };
  }
  // Runs that are made until the watch ends them.
  int runs(RefineTime& time) {
    int made = 0;
    for (; !time.is_over(); ++made) left -= 1;
    return made;
  }
};

TEST(RefineTime, MinimizingAndExplainingShareIt) {
  Countdown campaign{60};
  RefineTime first(1, 20, campaign.clock(), 30, {});
  EXPECT_EQ(campaign.runs(first), 15);
  first.begin_explaining();
  EXPECT_EQ(campaign.runs(first), 15);
  EXPECT_EQ(campaign.left, 30);
  EXPECT_EQ(first.spent(), 30);
  RefineTime second(2, 20, campaign.clock(), 15, {});
  campaign.left -= 1;  // what minimizing leaves over is for the explanation
  second.begin_explaining();
  EXPECT_EQ(campaign.runs(second), 14);
  EXPECT_EQ(campaign.left, 15);
}

TEST(RefineTime, ItsDeadlinesAreThoseOfTheSteps) {
  Countdown campaign{60};
  RefineTime time(1, 20, campaign.clock(), 30, {});
  const auto now = std::chrono::steady_clock::now();
  EXPECT_NEAR(std::chrono::duration<double>(*time.deadline() - now).count(), 15, 1);
  EXPECT_NEAR(std::chrono::duration<double>(*time.last_deadline() - now).count(), 30, 1);
  time.begin_explaining();
  EXPECT_NEAR(std::chrono::duration<double>(*time.deadline() - now).count(), 30, 1);
}

TEST(RefineShare, ManyFindingsLeaveHalfToTheSearch) {
  Countdown campaign{60};
  RefineShare share(60);
  for (int finding = 1; finding <= 100; ++finding) {
    RefineTime time(finding, 20, campaign.clock(), share.next(campaign.left, false), {});
    campaign.runs(time);
    time.begin_explaining();
    campaign.runs(time);
    share.spend(time.spent());
  }
  EXPECT_GE(campaign.left, 29) << "at most the run that was under way";
}

TEST(RefineShare, TheFindingThatEndsTheSearchGetsMostOfTheRest) {
  EXPECT_DOUBLE_EQ(RefineShare(60).next(40, true), 36);
  EXPECT_DOUBLE_EQ(RefineShare(60).next(40, false), 15);
  EXPECT_DOUBLE_EQ(RefineShare(60).next(10, false), 5);
}

TEST(RefineTime, NothingIsLeftAfterTheEnd) {
  Countdown campaign{0};
  RefineTime time(1, 20, campaign.clock(), 0, {});
  EXPECT_EQ(campaign.runs(time), 0);
  time.begin_explaining();
  EXPECT_EQ(campaign.runs(time), 0);
}

TEST(RefineTime, HasNoLimitWithoutOne) {
  RefineTime time(1, 20, {}, 0, {});
  EXPECT_FALSE(time.is_over());
  time.begin_explaining();
  EXPECT_FALSE(time.is_over());
}

TEST(RefineTime, ReportsItsSteps) {
  std::vector<RefineStep> steps;
  RefineTime time(3, 20, {}, 0, [&](const RefineStep& step) { steps.push_back(step); });
  time.ran();
  time.shortened(14);
  time.begin_explaining();
  time.ran();
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps[0].switches, 20u);
  EXPECT_EQ(steps[2].switches, 14u);
  EXPECT_EQ(steps[2].runs, 1u);
  EXPECT_EQ(steps[2].kind, RefineStep::Kind::minimizing);
  EXPECT_EQ(steps[4].kind, RefineStep::Kind::explaining);
  EXPECT_EQ(steps[4].runs, 1u);
  EXPECT_EQ(steps[4].finding, 3);
}

}  // namespace
}  // namespace sleave
