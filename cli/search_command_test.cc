#include "cli/search_command.h"

#include <gtest/gtest.h>

#include "abi/environment.h"
#include "abi/plan.h"

namespace sleave {
namespace {

constexpr const char* kAlways = "sleave run --strategy=dpor --runs=0 --time=0 --minimize=off";

farm::Request request() {
  farm::Request wanted{.campaign = {}, .bundle = "", .library_path = "", .reference = {}};
  wanted.campaign.target.program = "/src/queue_test";
  wanted.campaign.target.directory = "/src";
  wanted.campaign.limits.max_events = 1'000'000;
  wanted.campaign.limits.hang_cpu_ms = 5'000;
  wanted.campaign.limits.flags = SLEAVE_PLAN_FAIL_ON_EXIT | SLEAVE_PLAN_DETECT_RACES;
  wanted.campaign.solving = {.solver = "z3", .query_log = "", .query_budget = 3'000'000};
  return wanted;
}

TEST(SearchCommand, LeavesDefaultsOut) {
  EXPECT_EQ(search_command(request()), std::string("cd /src && ") + kAlways + " /src/queue_test");
}

TEST(SearchCommand, NamesWhatChangesTheSearch) {
  farm::Request wanted = request();
  CampaignOptions& campaign = wanted.campaign;
  campaign.keep_going = true;
  campaign.bound = {graph::Bound::Kind::preemptions, 2};
  campaign.choices = "default,-weak";
  campaign.without = "symmetry";
  campaign.limits.flags = SLEAVE_PLAN_SCHEDULE_PLAIN | SLEAVE_PLAN_FAIL_ON_LEAK;
  campaign.limits.hang_cpu_ms = 1'500;
  campaign.target.memory_limit = 512u << 20;
  campaign.target.directory = "/my tests";
  campaign.target.arguments = {"two words", "$HOME", ""};
  EXPECT_EQ(search_command(wanted),
            std::string("cd '/my tests' && ") + kAlways +
                " --keep-going --preemptions=2 --choices=default,-weak --without=symmetry --fail-on-exit=no "
                "--fail-on-leak --races=off --schedule-plain --hang-time=1500ms --memory=536870912 /src/queue_test "
                "'two words' '$HOME' ''");
}

TEST(SearchCommand, WithTheSubmittersLibraries) {
  farm::Request wanted = request();
  wanted.library_path = "/my libraries:/src";
  EXPECT_EQ(search_command(wanted),
            std::string("cd /src && LD_LIBRARY_PATH='/my libraries:/src' ") + kAlways + " /src/queue_test");
}

// Quoted for --client, and then for the shell.
TEST(SearchCommand, Clients) {
  farm::Request wanted = request();
  const std::string end(1, SLEAVE_END_OF_WORD), end_of_client(1, SLEAVE_END_OF_CLIENT);
  wanted.campaign.target.clients =
      "/c/one" + end + "a b" + end + end_of_client + "/c/two" + end + "x;y" + end + end_of_client;
  EXPECT_NE(search_command(wanted).find(R"('--client=/c/one '\''a b'\''; /c/two '\''x;y'\''')"), std::string::npos)
      << search_command(wanted);
}

}  // namespace
}  // namespace sleave
