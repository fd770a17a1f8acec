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

TEST(RefineTime, IsHalfOfWhatIsLeft) {
  Countdown campaign{60};
  RefineTime first(1, 20, campaign.clock(), {});
  EXPECT_EQ(campaign.runs(first), 15);
  first.begin_explaining();
  EXPECT_EQ(campaign.runs(first), 15);
  EXPECT_EQ(campaign.left, 30);
  RefineTime second(2, 20, campaign.clock(), {});
  campaign.left -= 1;  // what minimizing leaves over is for the explanation
  second.begin_explaining();
  EXPECT_EQ(campaign.runs(second), 14);
  EXPECT_EQ(campaign.left, 15);
}

TEST(RefineTime, ManyFindingsStayWithinTheCampaign) {
  Countdown campaign{60};
  for (int finding = 1; finding <= 100; ++finding) {
    RefineTime time(finding, 20, campaign.clock(), {});
    campaign.runs(time);
    time.begin_explaining();
    campaign.runs(time);
  }
  EXPECT_GE(campaign.left, -1) << "at most the run that was under way";
}

TEST(RefineTime, NothingIsLeftAfterTheEnd) {
  Countdown campaign{0};
  RefineTime time(1, 20, campaign.clock(), {});
  EXPECT_EQ(campaign.runs(time), 0);
  time.begin_explaining();
  EXPECT_EQ(campaign.runs(time), 0);
}

TEST(RefineTime, HasNoLimitWithoutOne) {
  RefineTime time(1, 20, {}, {});
  EXPECT_FALSE(time.is_over());
  time.begin_explaining();
  EXPECT_FALSE(time.is_over());
}

TEST(RefineTime, ReportsItsSteps) {
  std::vector<RefineStep> steps;
  RefineTime time(3, 20, {}, [&](const RefineStep& step) { steps.push_back(step); });
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
