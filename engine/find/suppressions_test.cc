#include "engine/find/suppressions.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

Frame frame(const char* function, const char* file = "", const char* module = "program") {
  Frame result;
  result.function = function;
  result.file = file;
  result.module = module;
  return result;
}

SuppressionSubject race(std::vector<Stack> stacks, std::vector<std::string> names = {}) {
  return {"data_race", std::move(stacks), std::move(names)};
}

bool suppressed(const char* rules, const SuppressionSubject& subject) {
  Suppressions suppressions;
  EXPECT_TRUE(suppressions.add(rules, "test"));
  return suppressions.match(subject).has_value();
}

// The table of cases in LLVM's documentation of the syntax, by its words.
TEST(Suppressions, PatternsMatchAnywhereUnlessAnchored) {
  EXPECT_TRUE(pattern_matches("foo", "a::foo(int)"));
  EXPECT_TRUE(pattern_matches("f*o", "fxxo"));
  EXPECT_FALSE(pattern_matches("foo", "fo"));
  EXPECT_TRUE(pattern_matches("^foo", "foobar"));
  EXPECT_FALSE(pattern_matches("^bar", "foobar"));
  EXPECT_TRUE(pattern_matches("bar$", "foobar"));
  EXPECT_FALSE(pattern_matches("foo$", "foobar"));
  EXPECT_TRUE(pattern_matches("^foobar$", "foobar"));
  EXPECT_TRUE(pattern_matches("a*b*c", "xxaxxbxxcxx"));
  EXPECT_FALSE(pattern_matches("a*b*c", "xxaxxcxxbxx"));
  EXPECT_TRUE(pattern_matches("*", ""));
}

TEST(Suppressions, RaceLooksAtEveryFrameOfBothSidesAndAtGlobals) {
  const SuppressionSubject subject =
      race({{frame("top"), frame("middle", "legacy/old.cc")}, {frame("other", "", "libfoo.so.1")}}, {"counter"});
  EXPECT_TRUE(suppressed("race:middle", subject));
  EXPECT_TRUE(suppressed("race:legacy/", subject));
  EXPECT_TRUE(suppressed("race:^libfoo", subject));
  EXPECT_TRUE(suppressed("race:^counter$", subject));
  EXPECT_FALSE(suppressed("race:unrelated", subject));
  EXPECT_TRUE(suppressed("race_top:other", subject));
  EXPECT_FALSE(suppressed("race_top:middle", subject));
  EXPECT_TRUE(suppressed("called_from_lib:libfoo", subject));
  EXPECT_FALSE(suppressed("called_from_lib:middle", subject));
  EXPECT_FALSE(suppressed("deadlock:middle", subject));
}

TEST(Suppressions, TypesAreForTheirKindsOfFinding) {
  EXPECT_TRUE(suppressed("deadlock:f", {"deadlock", {{frame("f")}}, {}}));
  EXPECT_TRUE(suppressed("mutex:f", {"double_lock", {{frame("f")}}, {}}));
  EXPECT_FALSE(suppressed("race:f", {"deadlock", {{frame("f")}}, {}}));
  EXPECT_FALSE(suppressed("race:f\ndeadlock:f", {"crash", {{frame("f")}}, {}}));
}

TEST(Suppressions, CommentsAndBlankLinesAreSkippedAndOtherLinesRefused) {
  Suppressions suppressions;
  EXPECT_TRUE(suppressions.add("# why\n\n  race:a  \r\nrace:b", "file"));
  ASSERT_EQ(suppressions.rules().size(), 4u);  // with the built-in ones
  EXPECT_EQ(suppressions.rules()[0].text(), "race:a");
  EXPECT_EQ(suppressions.rules()[1].text(), "race:b");
  for (const char* wrong : {"race", "race:", "rice:a", "a b c"}) {
    const Status status = suppressions.add(std::string("# x\n") + wrong, "file");
    ASSERT_FALSE(status) << wrong;
    EXPECT_EQ(status.error().message.substr(0, 7), "file:2:") << wrong;
  }
  EXPECT_EQ(suppressions.rules().size(), 4u);
}

TEST(Suppressions, LibraryInternalsThatNobodyCanHelpAreBuiltIn) {
  EXPECT_TRUE(Suppressions().match(race({{frame("std::_Sp_atomic<std::shared_ptr<int> >::load")}, {frame("f")}})));
  const Frame narrow = frame("std::ctype<char>::narrow");
  EXPECT_TRUE(Suppressions().match(race({{narrow, frame("f")}, {narrow, frame("f")}})));
  EXPECT_FALSE(Suppressions().match(race({{frame("f"), narrow}, {frame("g")}}))) << "only their own accesses";
  EXPECT_FALSE(Suppressions().match(race({{frame("f")}, {frame("g")}})));
}

}  // namespace
}  // namespace sleave
