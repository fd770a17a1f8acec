#include "cli/target/cases.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace sleave {
namespace {

using Words = std::vector<std::string>;

Words names(const std::vector<TestCase>& cases) {
  Words list;
  for (const TestCase& one : cases) list.push_back(one.name);
  return list;
}

TEST(Cases, OfGoogleTest) {
  const std::vector<TestCase> cases = googletest_cases(
      "Running main() from gtest_main.cc\nQueue.\n  Pops\n  DISABLED_Later\nAll/P/0.  # TypeParam = int\n  X/1  # "
      "GetParam() = \"a.\"\nDISABLED_Suite.\n  Y\n");
  EXPECT_EQ(names(cases), (Words{"Queue.Pops", "All/P/0.X/1"}));
  EXPECT_EQ(cases[1].argument, "--gtest_filter=All/P/0.X/1");
}

TEST(Cases, OfCatch2) {
  const std::vector<TestCase> cases = catch2_cases("adds, up [really]\n\n  sound\n");
  EXPECT_EQ(names(cases), (Words{"adds, up [really]", "sound"}));
  EXPECT_EQ(cases[0].argument, "adds\\, up \\[really\\]");
}

TEST(Cases, AreChosenByPattern) {
  const std::vector<TestCase> cases = googletest_cases("A.\n  X\n  Y\nB.\n  X\n");
  EXPECT_EQ(names(fitting(cases, "*.X")), (Words{"A.X", "B.X"}));
  EXPECT_EQ(names(fitting(cases, "A.Y")), Words{"A.Y"});
  EXPECT_EQ(names(fitting(catch2_cases("a[b]"), "a[b]")), Words{"a[b]"});
}

TEST(Cases, HaveFilesOfTheirOwn) {
  EXPECT_EQ(file_names(catch2_cases("a b\na/b\na_b")), (Words{"a_b", "a_b-2", "a_b-3"}));
  EXPECT_EQ(file_names(catch2_cases(std::string(300, 'x')))[0].size(), 100u);
}

TEST(Cases, OfAProgramThatHasNone) {
  const Result<std::vector<TestCase>> cases = cases_of("/bin/true");
  ASSERT_FALSE(cases.ok());
  EXPECT_EQ(cases.error().tier, Tier::usage);
}

TEST(Cases, OfThisProgram) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const Result<std::vector<TestCase>> cases = cases_of(self);
  ASSERT_TRUE(cases.ok()) << cases.error().message;
  EXPECT_EQ(names(fitting(*cases, "Cases.OfThis*")), Words{"Cases.OfThisProgram"});
}

}  // namespace
}  // namespace sleave
