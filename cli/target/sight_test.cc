#include "cli/target/sight.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace sleave {
namespace {

TEST(Sight, FilesThatAreNoProgramsMayStartOne) {
  const std::filesystem::path script = std::filesystem::path(testing::TempDir()) / "sight_test.sh";
  std::ofstream(script) << "#!/bin/sh\nexec ./queue_test\n";
  for (const std::string& program : {std::string("/nowhere"), std::string("/dev/null"), script.string()}) {
    const Result<sleave_sight> sight = sight_of(program);
    ASSERT_TRUE(sight.ok()) << program;
    EXPECT_EQ(*sight, SLEAVE_SIGHT_full) << program;
  }
  std::filesystem::remove(script);
}

TEST(Sight, LaunchersAreLeftAlone) {
  for (const char* program : {"/bin/sh", "/usr/bin/env", "/usr/bin/timeout"}) {
    const Result<sleave_sight> sight = sight_of(program);
    ASSERT_TRUE(sight.ok()) << program;
    EXPECT_EQ(*sight, SLEAVE_SIGHT_full) << program;
  }
}

// This test itself: a C++ program without a runtime of ours.
TEST(Sight, OtherProgramsAreSeenAtTheirCalls) {
  const Result<sleave_sight> sight = sight_of("/proc/self/exe");
  ASSERT_TRUE(sight.ok());
  EXPECT_EQ(*sight, SLEAVE_SIGHT_calls);
}

TEST(Sight, FullNeedsNoRuntime) {
  Target target{.program = "/bin/sh", .arguments = {}, .directory = ""};
  target.preload = "something";
  ASSERT_TRUE(choose_runtime(target).ok());
  EXPECT_EQ(target.preload, "");
}

}  // namespace
}  // namespace sleave
