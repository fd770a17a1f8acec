#include "engine/campaign/campaign.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/campaign/campaign_state.h"
#include "engine/run/runner.h"
#include "engine/trace/replay_file.h"

namespace sleave {
namespace {

class Witness final : public CampaignObserver {
 public:
  void started(const CampaignStatus&) override { ++starts; }
  void progress(const CampaignStatus& status) override { told.push_back(status.runs); }
  void sighted(const Finding& /*finding*/, const FoundFinding& /*place*/) override { ++sighted_count; }
  void found(const Finding& finding, const FoundFinding& place) override {
    sighted_before_found = sighted_count;
    // On disk before anybody hears of it.
    on_disk = on_disk && read_file(place.folder + "/replay.sleave").ok() && read_file(place.folder + "/trace.bin").ok();
    kinds.push_back(finding.kind);
  }
  void refining(const RefineStep& step, double /*seconds*/) override { steps += step.finding == 1 ? 1 : 0; }
  void warn(const std::string& message) override { warnings.push_back(message); }

  std::uint64_t steps = 0;
  std::uint64_t sighted_count = 0;
  std::uint64_t sighted_before_found = 0;
  int starts = 0;
  bool on_disk = true;
  std::vector<std::uint64_t> told;
  std::vector<std::string> kinds;
  std::vector<std::string> warnings;
};

// Each test has a folder of its own. The fake program fails when T1's five stores come in one piece.
class CampaignTest : public testing::TestWithParam<sleave_isolation> {
 protected:
  CampaignTest() {
    std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    for (char& c : name) c = c == '/' ? '_' : c;
    options_.folder = testing::TempDir() + "sleave_campaign_" + name;
    std::filesystem::remove_all(options_.folder);
    options_.isolation = GetParam();
    options_.target.program = SLEAVE_FAKE_TARGET;
    options_.strategy = "random";
    options_.runs = 100;
  }
  ~CampaignTest() override { std::filesystem::remove_all(options_.folder); }

  Result<CampaignResult> run(const std::string& behavior) {
    options_.target.arguments = {behavior};
    witness_ = Witness();
    return run_campaign(options_, witness_);
  }

  CampaignOptions options_;
  Witness witness_;
};

INSTANTIATE_TEST_SUITE_P(Isolation, CampaignTest, testing::Values(SLEAVE_ISOLATION_exec, SLEAVE_ISOLATION_fork),
                         [](const auto& parameter) {
                           return parameter.param == SLEAVE_ISOLATION_exec ? "Exec" : "Fork";
                         });

TEST_P(CampaignTest, CleanProgramIsSampled) {
  const Result<CampaignResult> result = run("clean");
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->end, CampaignEnd::budget);
  EXPECT_EQ(result->status.runs, 100u);
  EXPECT_EQ(result->status.events, 1000u);
  // main first, then 9 further steps of which 5 are T1's: 126 interleavings.
  EXPECT_LE(result->status.distinct, 126u);
  EXPECT_GT(result->status.distinct, 20u);
  EXPECT_EQ(witness_.starts, 1);
  for (const std::uint64_t power : {1, 2, 4, 8, 16, 32, 64}) {
    EXPECT_NE(std::find(witness_.told.begin(), witness_.told.end(), power), witness_.told.end()) << power;
  }
}

TEST_P(CampaignTest, FindingIsSavedAndReplays) {
  const Result<CampaignResult> result = run("fails");
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->end, CampaignEnd::finding);
  ASSERT_EQ(result->status.findings.size(), 1u);
  EXPECT_TRUE(witness_.on_disk);
  EXPECT_EQ(witness_.warnings, std::vector<std::string>{});
  EXPECT_EQ(witness_.kinds, std::vector<std::string>{"assertion"});

  const std::string folder = result->status.findings[0].folder;
  EXPECT_EQ(read_file(folder + "/output.txt").value(), "the program's own words\n");
  const Result<ReplayFile> replay = parse_replay_file(read_file(folder + "/replay.sleave").value());
  ASSERT_TRUE(replay.ok());
  EXPECT_EQ(replay->plan.tail_policy, SLEAVE_POLICY_stay);
  EXPECT_EQ(replay->run, result->status.findings[0].first_run);
  Result<std::unique_ptr<Runner>> runner = make_runner(GetParam(), options_.target, {});
  ASSERT_TRUE(runner.ok());
  const Result<Trace> again = (*runner)->run(replay->plan, Detail::outcome);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->header.hash, replay->hash);
  EXPECT_EQ(again->finding(), SLEAVE_FIND_assertion);
}

// Works on each finding until it is told to stop.
class Tireless final : public Refiner {
 public:
  Shortening shorten(Runner& runner, const Plan& plan, const Trace&, Symbolizer&, RefinerWatch& watch) override {
    Shortening shortening;
    for (; !watch.is_over(); ++shortening.runs) {
      if (!runner.run(plan, Detail::outcome)) break;
      watch.ran();
    }
    return shortening;
  }
  FindingCause explain(Runner&, const Plan&, const Trace&, Finding&, Symbolizer&, RefinerWatch& watch) override {
    while (!watch.is_over()) ++waited;
    return {};
  }
  std::uint64_t waited = 0;
};

TEST_P(CampaignTest, MinimizingEndsWithTheTime) {
  Tireless refiner;
  options_.refiner = &refiner;
  options_.runs = 0;
  options_.time = std::chrono::milliseconds(3'000);
  const Result<CampaignResult> result = run("fails");
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->status.findings.size(), 1u);
  EXPECT_GT(witness_.steps, 0u);
  EXPECT_EQ(witness_.sighted_before_found, 1u);
  EXPECT_LT(result->status.seconds, 30) << "ten times as much as allowed, for a machine under load";
}

TEST_P(CampaignTest, KnownFindingsAreCountedAndKeepTheirId) {
  options_.keep_going = true;
  const Result<CampaignResult> first = run("fails");
  ASSERT_TRUE(first.ok());
  ASSERT_EQ(first->status.findings.size(), 1u);
  EXPECT_GT(first->status.findings[0].count, 1u);
  EXPECT_EQ(first->status.runs, 100u);
  const Result<CampaignResult> second = run("fails");
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->status.findings[0].id, first->status.findings[0].id);
  EXPECT_EQ(second->status.findings[0].first_run, first->status.findings[0].first_run);
  EXPECT_EQ(second->status.findings[0].count, first->status.findings[0].count);
}

TEST_P(CampaignTest, ResumeGivesWhatOneCampaignGives) {
  options_.keep_going = true;
  const Result<CampaignResult> whole = run("fails");
  ASSERT_TRUE(whole.ok());
  std::filesystem::remove_all(options_.folder);
  options_.runs = 37;
  ASSERT_TRUE(run("fails").ok());
  options_.runs = 100;
  options_.resume = true;
  const Result<CampaignResult> resumed = run("fails");
  ASSERT_TRUE(resumed.ok()) << resumed.error().message;
  EXPECT_EQ(resumed->status.runs, whole->status.runs);
  EXPECT_EQ(resumed->status.distinct, whole->status.distinct);
  ASSERT_EQ(resumed->status.findings.size(), 1u);
  EXPECT_EQ(resumed->status.findings[0].count, whole->status.findings[0].count);
  EXPECT_EQ(resumed->status.findings[0].first_run, whole->status.findings[0].first_run);
}

TEST_P(CampaignTest, ResumeNeedsItsCampaign) {
  options_.resume = true;
  EXPECT_EQ(run("clean").error().tier, Tier::usage);
  options_.resume = false;
  ASSERT_TRUE(run("clean").ok());
  options_.resume = true;
  EXPECT_EQ(run("fails").error().tier, Tier::usage) << "other arguments";
}

TEST_P(CampaignTest, LeakIsNoticedAndNamed) {
  const Result<CampaignResult> result = run("leaks");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().tier, Tier::diverged);
  EXPECT_NE(result.error().message.find("the first difference is at step 1"), std::string::npos)
      << result.error().message;
  EXPECT_NE(result.error().message.find("main: atomic store"), std::string::npos) << result.error().message;
}

TEST_P(CampaignTest, HostileProgramsAreNamed) {
  EXPECT_EQ(run("silent").error().tier, Tier::environment);
  EXPECT_EQ(run("quits").error().tier, Tier::environment);
  const Result<CampaignResult> scribbles = run("scribbles");
  ASSERT_TRUE(scribbles.ok()) << scribbles.error().message;
  EXPECT_EQ(scribbles->status.damaged, scribbles->status.runs);
  const Result<CampaignResult> dies = run("dies");
  ASSERT_TRUE(dies.ok()) << dies.error().message;
  EXPECT_EQ(dies->status.findings[0].kind, "crash");
}

TEST_P(CampaignTest, JobsShareTheWork) {
  options_.jobs = 3;
  const Result<CampaignResult> result = run("clean");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->status.runs, 100u);
  options_.jobs = 1;
  EXPECT_EQ(run("clean")->status.distinct, result->status.distinct) << "random plans do not depend on the order";
}

TEST_P(CampaignTest, FolderIsHeldByOneAtATime) {
  class Intruder final : public CampaignObserver {
   public:
    explicit Intruder(const CampaignOptions& options) : options_(options) {}
    void started(const CampaignStatus&) override {
      Witness other;
      refused = run_campaign(options_, other).error().tier == Tier::environment;
    }
    void progress(const CampaignStatus&) override {}
    void found(const Finding&, const FoundFinding&) override {}
    void warn(const std::string&) override {}
    bool refused = false;

   private:
    const CampaignOptions& options_;
  };
  options_.target.arguments = {"clean"};
  Intruder intruder(options_);
  ASSERT_TRUE(run_campaign(options_, intruder).ok());
  EXPECT_TRUE(intruder.refused);
}

TEST(CampaignState, SurvivesJson) {
  CampaignState state;
  state.program = "/bin/p";
  state.arguments = {"a", "b"};
  state.strategy = "pct";
  state.strategy_state = R"({"next":3})";
  state.status.runs = 7;
  state.status.uncontrolled = {{"getpid", 2}};
  state.status.concretization_places = {{SLEAVE_CONCRETIZATION_floating, {"in parse (config.cc:12)"}}};
  state.status.exhaustion = Exhaustion{.complete_runs = 2, .gaps = {GapKind::timers, {GapKind::long_run, 20'000}}};
  state.status.findings = {{1, "crash", "s", 3, 4, "", 0, {}}};
  state.status.sections = {{.key = "x", .facts = {{"everything", true}}, .tables = {}, .lines = {{"All of it."}}}};
  const Result<CampaignState> read = campaign_state_from_json(to_json(state));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(to_json(*read), to_json(state));
  EXPECT_EQ(read->status.sections, state.status.sections);
  EXPECT_EQ(read->status.concretization_places, state.status.concretization_places);
  EXPECT_EQ(read->status.exhaustion->gaps, state.status.exhaustion->gaps);
  EXPECT_FALSE(campaign_state_from_json("{").ok());
  EXPECT_FALSE(campaign_state_from_json("{}").ok());
}

}  // namespace
}  // namespace sleave
