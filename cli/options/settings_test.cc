#include "cli/options/settings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/options/options.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words(const Result<std::vector<Setting>>& settings) {
  std::vector<std::string> list;
  if (!settings) return {settings.error().message};
  for (const Setting& setting : *settings) list.push_back(as_word(setting));
  return list;
}

using Words = std::vector<std::string>;

TEST(SettingsVariable, IsAListBetweenColons) {
  EXPECT_EQ(words(settings_in_variable("runs=5:keep_going:schedule-plain=0:solver='cvc5 --x=a:b'")),
            (Words{"--runs=5", "--keep-going=true", "--schedule-plain=false", "--solver=cvc5 --x=a:b"}));
  EXPECT_EQ(words(settings_in_variable("")), Words{});
}

TEST(SettingsVariable, SaysWhatIsWrong) {
  EXPECT_EQ(words(settings_in_variable("rans=5")),
            Words{"SLEAVE_OPTIONS: there is no option rans\ndid you mean runs?"});
  EXPECT_EQ(words(settings_in_variable("runs")), Words{"SLEAVE_OPTIONS: runs needs a value"});
  EXPECT_EQ(words(settings_in_variable("gdb=maybe")), Words{"SLEAVE_OPTIONS: gdb is a switch: true or false"});
  EXPECT_EQ(words(settings_in_variable("out='x")), Words{"SLEAVE_OPTIONS: a quote is not closed"});
}

TEST(SettingsFile, IsToml) {
  const char* text =
      "# a project\n[run]\n runs = 1_000 # few\nkeep-going = true\n\n[replay]\ntimes = 3\n"
      "debugger_commands = 'a\\b'\nisolation = \"a \\\"b\\\"\"\n";
  EXPECT_EQ(words(settings_in_file(text, "f")), (Words{"--runs=1000", "--keep-going=true", "--times=3",
                                                       "--debugger-commands=a\\b", "--isolation=a \"b\""}));
}

TEST(SettingsFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(words(settings_in_file("\nruns = many", "f")),
            Words{"f:2: not valid TOML: could not determine value type"});
  EXPECT_EQ(words(settings_in_file("[rum]", "f")), Words{"f:1: there is no command rum\ndid you mean run?"});
  EXPECT_EQ(words(settings_in_file("[replay]\nruns = 4", "f")), Words{"f:2: sleave replay has no option runs"});
  EXPECT_EQ(words(settings_in_file("keep-going = true\nkeep_going = false", "f")),
            Words{"f:2: keep-going is set twice"});
  EXPECT_EQ(words(settings_in_file("stategy = 'pct'", "f")),
            Words{"f:1: there is no option stategy\ndid you mean strategy?"});
  EXPECT_EQ(words(settings_in_file("runs = 4\n[\"\"]\nruns = 5", "f")),
            Words{"f:2: there is no command \nsee sleave --help"});
}

// In a folder of its own.
class Settings : public testing::Test {
 protected:
  void SetUp() override {
    place_ = fs::path(testing::TempDir()) / ("settings-" + std::to_string(::getpid()));
    fs::create_directories(place_ / "below");
    before_ = fs::current_path();
    fs::current_path(place_ / "below");
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(place_);
    ::unsetenv(kSettingsVariable);
  }

  fs::path place_;
  fs::path before_;
};

TEST_F(Settings, CountInTheirOrder) {
  std::ofstream(place_ / kSettingsFile) << "seed = 1\nruns = 1\ntime = '1s'\njobs = 1\n[run]\nruns = 2\n";
  ::setenv(kSettingsVariable, "time=3s:jobs=3:times=9", 1);
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  ASSERT_TRUE(line.parse({"--jobs=4", "./program"}).ok());
  EXPECT_EQ(options.seed + options.runs + options.time + options.jobs, "123s4");
  EXPECT_EQ(std::getenv(kSettingsVariable), nullptr);
  ASSERT_EQ(line.from_elsewhere().size(), 7u);
  EXPECT_EQ(line.from_elsewhere().back(), "SLEAVE_OPTIONS: --jobs=3");
}

TEST_F(Settings, ASwitchCanBeTakenBack) {
  ::setenv(kSettingsVariable, "keep-going", 1);
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  ASSERT_TRUE(line.parse({"--keep-going=false", "./program"}).ok());
  EXPECT_FALSE(options.keep_going);
}

}  // namespace
}  // namespace sleave
