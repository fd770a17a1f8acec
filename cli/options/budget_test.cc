#include "cli/options/budget.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

using std::chrono::milliseconds;

struct Given {
  Budget budget;
  std::string strategy;
};

Given given(std::vector<std::string> words) {
  words.emplace_back("./prog");
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  EXPECT_TRUE(line.parse(words).ok());
  const Result<Budget> budget = budget_of(line, options);
  EXPECT_TRUE(budget.ok());
  return {budget.ok() ? *budget : Budget(), strategy_of(line, options)};
}

TEST(Budget, IsAMinuteByDefault) {
  const Given usual = given({});
  EXPECT_EQ(usual.budget.runs, 0u);
  EXPECT_EQ(usual.budget.time, milliseconds(60'000));
}

TEST(Budget, RunsAloneHaveNoLimitInTime) {
  EXPECT_EQ(given({"--runs=50"}).budget.runs, 50u);
  EXPECT_EQ(given({"--runs=50"}).budget.time, milliseconds(0));
  EXPECT_EQ(given({"--runs=50", "--time=2s"}).budget.time, milliseconds(2'000));
  EXPECT_EQ(given({"--runs=50", "--time=60s"}).budget.time, milliseconds(60'000));
  EXPECT_EQ(given({"--runs=0"}).budget.time, milliseconds(60'000));
}

TEST(Budget, NoLimitAtAllHasToBeAskedFor) {
  EXPECT_EQ(given({"--time=0"}).budget.time, milliseconds(0));
  EXPECT_EQ(given({"--time=0"}).budget.runs, 0u);
}

TEST(Budget, RandomInputsNeedASampler) {
  EXPECT_EQ(given({}).strategy, "auto");
  EXPECT_EQ(given({"--inputs=own"}).strategy, "auto");
  EXPECT_EQ(given({"--inputs=random"}).strategy, "sample");
  EXPECT_EQ(given({"--inputs=random", "--strategy=auto"}).strategy, "auto");  // and an error later
}

}  // namespace
}  // namespace sleave
