#include "engine/model/choice_set.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

ChoiceSet parsed(const std::string& list) { return parse_choices(list).value(); }

TEST(ChoiceSet, DefaultIsTheTable) {
  const ChoiceSet set = parsed("default");
  EXPECT_TRUE(set.has(SLEAVE_CHOICE_wake));
  EXPECT_TRUE(set.has(SLEAVE_CHOICE_reuse));
  EXPECT_FALSE(set.has(SLEAVE_CHOICE_alloc));
  EXPECT_FALSE(set.has(SLEAVE_CHOICE_short));
  EXPECT_TRUE(set.has(SLEAVE_CHOICE_fail));
  EXPECT_FALSE(set.has(SLEAVE_CHOICE_try_fail));
  EXPECT_FALSE(set.has(SLEAVE_CHOICE_switch_to));
}

TEST(ChoiceSet, WordsAreReadFromLeftToRight) {
  ChoiceSet weak;
  weak.set(SLEAVE_CHOICE_fail, true);
  weak.ask(SLEAVE_CHOICE_fail);
  EXPECT_EQ(parsed("weak"), weak);
  EXPECT_EQ(parsed("all,none,+weak"), weak);
  EXPECT_EQ(parsed("none"), ChoiceSet());
  EXPECT_EQ(parsed("-timeout,+alloc"), parsed("default,-timeout,alloc"));
  EXPECT_FALSE(parsed("-timeout").has(SLEAVE_CHOICE_timeout));
  EXPECT_TRUE(parsed("+spurious").asked(SLEAVE_CHOICE_spurious));
  EXPECT_FALSE(parsed("default").asked(SLEAVE_CHOICE_spurious));
  EXPECT_FALSE(parsed("-spurious").asked(SLEAVE_CHOICE_spurious));
  EXPECT_TRUE(parsed("all").has(SLEAVE_CHOICE_short));
}

TEST(ChoiceSet, TimeIsFreeIfNeitherTimeOutsNorSleepsKeepToTheClock) {
  EXPECT_TRUE(parsed("default").frees_time());
  EXPECT_FALSE(parsed("-timeout").frees_time());
  EXPECT_FALSE(parsed("-sleep").frees_time());
}

TEST(ChoiceSet, RefusesOtherWords) {
  for (const char* list : {"", "wake,", "+", "switch_to", "Wake", "default -timeout"}) {
    EXPECT_FALSE(parse_choices(list).ok()) << list;
  }
}

}  // namespace
}  // namespace sleave
