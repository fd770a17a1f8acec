#include "cli/options/options.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/run/target_words.h"

namespace sleave {
namespace {

TEST(Options, HaveTheDefaultsOfTheTable) {
  const Options options;
  EXPECT_EQ(options.strategy, "auto");
  EXPECT_EQ(options.time, "60s");
  EXPECT_EQ(options.runs, "0");
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

TEST(CommandLine, DashesEndTheOptions) {
  const auto program = [](const std::vector<std::string>& words) {
    Options options;
    CommandLine line("run", options);
    line.expect_program();
    EXPECT_TRUE(line.parse(words).ok());
    EXPECT_EQ(options.seed, "7");
    return line.program();
  };
  EXPECT_EQ(program({"--seed=7", "--", "./prog", "--seed=9", "--", "x"}),
            (std::vector<std::string>{"./prog", "--seed=9", "--", "x"}));
  EXPECT_EQ(program({"--seed", "7", "--", "--seed=9"}), (std::vector<std::string>{"--seed=9"}));
  EXPECT_EQ(program({"--seed=7", "./prog", "--", "x"}), (std::vector<std::string>{"./prog", "--", "x"}));
  EXPECT_TRUE(program({"--seed=7", "--"}).empty());
}

TEST(CommandLine, TakesLetters) {
  const auto jobs = [](std::vector<std::string> words) {
    words.insert(words.end(), {"--seed=7", "./prog", "-j9"});
    Options options;
    CommandLine line("run", options);
    line.expect_program();
    EXPECT_TRUE(line.parse(words).ok());
    EXPECT_EQ(line.program(), (std::vector<std::string>{"./prog", "-j9"}));
    EXPECT_EQ(options.seed, "7");
    EXPECT_TRUE(line.given("--jobs"));
    return options.jobs;
  };
  EXPECT_EQ(jobs({"-j4"}), "4");
  EXPECT_EQ(jobs({"-j", "4"}), "4");
  EXPECT_EQ(jobs({"--jobs", "4"}), "4");
  EXPECT_EQ(jobs({"--jobs=2", "-j12"}), "12");
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  EXPECT_EQ(line.parse({"-k4", "./prog"}).error().message, "unknown option -k4 of sleave run\nsee sleave run --help");
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
  EXPECT_EQ(parsed.error().message, "unknown option --sed of sleave run\ndid you mean --seed?");
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

// A narrower type must not turn one number into another: 4294967298 is 2 in 32 bits.
TEST(Parsing, EveryNumberHasARangeAndNoOtherIsTaken) {
  const std::set<std::string> numbers = {"N", "D", "K", "STEP"};
  const std::set<std::string> others = {
      "",        "ANSWER", "DURATION", "NAME",    "WHEN", "LIST", "SOURCE", "DIR",         "COMMAND", "FILE", "WHETHER",
      "PATTERN", "SIZE",   "KIND",     "MEANING", "TYPE", "URL",  "LISTS",  "ENTER,LEAVE", "MODEL",   "ROLE", "WHICH"};
  std::set<std::string> ranges;
  for (const NumberRange& range : number_ranges()) ranges.insert(range.name);
  for (const OptionRow& row : option_table()) {
    ASSERT_EQ(numbers.contains(row.argument) + others.contains(row.argument), 1) << row.name << ' ' << row.argument;
    EXPECT_EQ(ranges.contains(row.name), numbers.contains(row.argument)) << row.name;
  }
  for (const NumberRange& range : number_ranges()) {
    SCOPED_TRACE(range.name);
    EXPECT_EQ(parse_count(range.name, std::to_string(range.least)).value(), range.least);
    EXPECT_EQ(parse_count(range.name, std::to_string(range.most)).value(), range.most);
    for (const char* text : {"", "-1", "+1", " 1", "1 ", "0x1", "1e3", "1.5", "18446744073709551616",
                             "18446744073709551618", "99999999999999999999999999"}) {
      EXPECT_FALSE(parse_count(range.name, text).ok()) << text;
    }
    if (range.most != ~0ull) {
      EXPECT_FALSE(parse_count(range.name, std::to_string(range.most + 1)).ok());
    }
    if (range.least != 0) {
      EXPECT_FALSE(parse_count(range.name, std::to_string(range.least - 1)).ok());
    }
  }
}

TEST(Parsing, SaysWhatIsWrong) {
  EXPECT_EQ(parse_count("jobs", "257").error().message, "--jobs must be between 1 and 256");
  EXPECT_EQ(parse_count("max_steps", "0").error().message, "--max-steps must be at least 1");
  EXPECT_EQ(parse_count("preemptions", "4294967298").error().message, "--preemptions must be between 0 and 4294967295");
  EXPECT_EQ(parse_count("max_steps", "12").value(), 12u);
  EXPECT_EQ(parse_count("max_steps", "1x").error().message, "--max-steps needs a number, not '1x'");
  EXPECT_FALSE(parse_count("seed", "-1").ok());
  EXPECT_FALSE(parse_isolation("spoon").ok());
  EXPECT_FALSE(parse_threads("green").ok());
  EXPECT_FALSE(parse_files("paper").ok());
}

}  // namespace
}  // namespace sleave
