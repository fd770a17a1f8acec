#include "cli/options.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

TEST(Options, HaveTheDefaultsOfTheTable) {
  const Options options;
  EXPECT_EQ(options.strategy, "sample");
  EXPECT_EQ(options.time, "60s");
  EXPECT_FALSE(options.keep_going);
}

TEST(CommandLine, SplitsOptionsAndProgram) {
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  ASSERT_TRUE(line.parse({"--seed=7", "--keep-going", "--runs", "5", "./prog", "--seed=9", "-x", "a b"}).ok());
  EXPECT_EQ(options.seed, "7");
  EXPECT_EQ(options.runs, "5");
  EXPECT_TRUE(options.keep_going);
  EXPECT_EQ(line.program(), (std::vector<std::string>{"./prog", "--seed=9", "-x", "a b"}));
  EXPECT_TRUE(line.given("--seed"));
  EXPECT_FALSE(line.given("--time"));
}

TEST(CommandLine, KnowsItsOwnOptionsAmongTheProgramsArguments) {
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  ASSERT_TRUE(line.parse({"--seed=7", "./--time", "--seed=9", "-x", "time", "--keep-going", "--times=3", "--"}).ok());
  EXPECT_EQ(line.doubtful_arguments(), (std::vector<std::string>{"--seed=9", "--keep-going"}));
}

TEST(CommandLine, AnEmptyValueIsAValue) {
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  ASSERT_TRUE(line.parse({"--runs", "5", "--without=", "--seed=7", "./prog", "--seed=", "x"}).ok());
  EXPECT_TRUE(line.given("--without"));
  EXPECT_EQ(options.without, "");
  EXPECT_EQ(options.seed, "7");
  EXPECT_EQ(line.program(), (std::vector<std::string>{"./prog", "--seed=", "x"}));
}

TEST(CommandLine, AnAnswerMayBeLeftOut) {
  const auto answer = [](const std::vector<std::string>& words) {
    Options options;
    CommandLine line("run", options);
    line.expect_program();
    EXPECT_TRUE(line.parse(words).ok());
    EXPECT_EQ(line.program(), (std::vector<std::string>{"./prog", "--fail-on-exit", "x"}));
    return options.fail_on_exit;
  };
  EXPECT_EQ(answer({"./prog", "--fail-on-exit", "x"}), "yes");
  EXPECT_EQ(answer({"--fail-on-exit", "./prog", "--fail-on-exit", "x"}), "yes");
  EXPECT_EQ(answer({"--fail-on-exit=no", "--keep-going", "./prog", "--fail-on-exit", "x"}), "no");
  EXPECT_EQ(answer({"--fail-on-exit=no", "--fail-on-exit", "--runs", "5", "./prog", "--fail-on-exit", "x"}), "yes");
  EXPECT_EQ(answer({"--fail-on-exit=", "./prog", "--fail-on-exit", "x"}), "");
  EXPECT_FALSE(parse_answer("fail_on_exit", "").ok());
}

TEST(CommandLine, NamesTheNearestOption) {
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  const Result<bool> parsed = line.parse({"--sed=7", "./prog"});
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().tier, Tier::usage);
  EXPECT_EQ(parsed.error().message, "sleave run has no option --sed\ndid you mean --seed?");
}

TEST(CommandLine, OptionsOfOtherCommandsAreUnknown) {
  Options options;
  std::string finding;
  CommandLine line("replay", options);
  line.add_operand("FINDING", finding, "");
  EXPECT_TRUE(line.parse({"dir", "--times=3"}).ok());
  EXPECT_EQ(finding, "dir");
  Options others;
  CommandLine again("replay", others);
  again.add_operand("FINDING", finding, "");
  EXPECT_FALSE(again.parse({"dir", "--strategy=pct"}).ok());
}

TEST(Nearest, NeedsAClosePair) {
  EXPECT_EQ(nearest("--tiem", {"--time", "--seed"}), "--time");
  EXPECT_EQ(nearest("--schedule-plian", {"--seed", "--schedule-plain"}), "--schedule-plain");
  EXPECT_EQ(nearest("--banana", {"--time", "--seed"}), "");
}

TEST(Parsing, SaysWhatIsWrong) {
  EXPECT_EQ(parse_count("max_steps", "12").value(), 12u);
  EXPECT_EQ(parse_count("max_steps", "1x").error().message, "--max-steps needs a number, not '1x'");
  EXPECT_FALSE(parse_count("seed", "-1").ok());
  EXPECT_FALSE(parse_isolation("spoon").ok());
  EXPECT_FALSE(parse_threads("green").ok());
}

}  // namespace
}  // namespace sleave
