#include "engine/report/cause_words.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

constexpr const char* kAlways = "It fails whenever";
constexpr const char* kEvery = "It failed in every run tried in which";
constexpr const char* kMost = "It failed in most runs tried in which";
constexpr const char* kMoreOften = "It failed far more often than otherwise in runs in which";

FindingCause tried(std::uint64_t failed, std::uint64_t runs, std::uint64_t reversed_failed,
                   std::uint64_t reversed_runs) {
  FindingCause cause;
  cause.tried = true;
  cause.orderings = {"T1's lock of M1 (a.c:1) comes before T2's lock of M1 (a.c:2)"};
  cause.runs = runs;
  cause.failed = failed;
  cause.reversed_runs = reversed_runs;
  cause.reversed_failed = reversed_failed;
  return cause;
}

TEST(CauseWords, WheneverTakesAllRunsAndNoneWithAPartReversed) {
  EXPECT_EQ(cause_claim(tried(40, 40, 0, 24)), kAlways);
  EXPECT_EQ(cause_claim(tried(40, 40, 3, 24)), kEvery);
  EXPECT_EQ(cause_claim(tried(40, 40, 3, 3)), kEvery);
  EXPECT_EQ(cause_claim(tried(40, 40, 0, 0)), kEvery);
  EXPECT_EQ(cause_claim(tried(39, 40, 0, 24)), kMost);
  EXPECT_EQ(cause_claim(tried(16, 28, 0, 24)), kMost);
  EXPECT_EQ(cause_claim(tried(14, 28, 1, 24)), kMoreOften);
}

TEST(CauseWords, TheSameOfInputs) {
  FindingCause cause = tried(40, 40, 0, 24);
  cause.conditions = {"n > 3"};
  cause.inputs = cause.inputs_failed = 40;
  EXPECT_EQ(cause_claim(cause), kEvery);  // no input was tried for which it does not hold
  cause.broken_inputs = 12;
  EXPECT_EQ(cause_claim(cause), kAlways);
  cause.broken_inputs_failed = 1;
  EXPECT_EQ(cause_claim(cause), kEvery);
  cause.broken_inputs_failed = 0;
  cause.inputs_failed = 39;
  EXPECT_EQ(cause_claim(cause), kMost);
}

TEST(CauseWords, TextBeginsWithTheClaim) {
  EXPECT_TRUE(cause_text(tried(40, 40, 0, 24)).starts_with(std::string(kAlways) + " T1's lock"));
  EXPECT_TRUE(cause_text(tried(16, 28, 3, 3)).starts_with(std::string(kMost) + " T1's lock"));
}

}  // namespace
}  // namespace sleave
