#include "engine/run/runner.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "engine/base/file.h"
#include "engine/run/ending.h"
#include "engine/run/watchdog.h"

namespace sleave {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<Runner> must_make(sleave_isolation isolation, const Target& target, const Output& output) {
  Result<std::unique_ptr<Runner>> made = make_runner(isolation, target, output);
  EXPECT_TRUE(made.ok());
  return std::move(made).value();
}

class BothRunners : public testing::TestWithParam<sleave_isolation> {
 protected:
  static std::unique_ptr<Runner> runner(const std::string& behavior, Output output = {}) {
    return must_make(GetParam(), {SLEAVE_FAKE_TARGET, {behavior}, "", {}}, output);
  }
  static Plan random_plan(std::uint64_t seed) {
    Plan plan;
    plan.tail_policy = SLEAVE_POLICY_random;
    plan.tail_seed = seed;
    return plan;
  }
};

INSTANTIATE_TEST_SUITE_P(Isolation, BothRunners, testing::Values(SLEAVE_ISOLATION_exec, SLEAVE_ISOLATION_fork),
                         [](const auto& parameter) {
                           return parameter.param == SLEAVE_ISOLATION_exec ? "Exec" : "Fork";
                         });

TEST_P(BothRunners, SamePlanSameTrace) {
  const auto target = runner("clean");
  std::uint64_t first[3] = {};
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const Result<Trace> trace = target->run(random_plan(seed), Detail::outcome);
      ASSERT_TRUE(trace.ok()) << trace.error().message;
      EXPECT_EQ(trace->outcome(), SLEAVE_OUTCOME_exited);
      EXPECT_EQ(trace->header.events, 10u);
      if (round == 0) first[seed] = trace->header.hash;
      EXPECT_EQ(trace->header.hash, first[seed]);
    }
  }
  EXPECT_NE(first[0], first[1]);
}

TEST_P(BothRunners, RecordedRunsRepeatByTheirDecisions) {
  const auto target = runner("clean");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Plan plan = random_plan(seed);
    plan.record = SLEAVE_RECORD_POINTS;
    const Result<Trace> sampled = target->run(plan, Detail::full);
    ASSERT_TRUE(sampled.ok());
    ASSERT_EQ(sampled->events.size(), 10u);
    const Result<Trace> repeated = target->run(plan_from_trace(*sampled, plan), Detail::full);
    ASSERT_TRUE(repeated.ok());
    EXPECT_EQ(repeated->header.hash, sampled->header.hash) << seed;
  }
}

TEST_P(BothRunners, DeathIsACrash) {
  const auto target = runner("dies");
  for (int round = 0; round < 2; ++round) {
    const Result<Trace> trace = target->run(random_plan(1), Detail::outcome);
    ASSERT_TRUE(trace.ok());
    EXPECT_EQ(trace->finding(), SLEAVE_FIND_crash);
    EXPECT_EQ(trace->header.signal, SIGSEGV);
    EXPECT_EQ(trace->message(), "killed by signal 11 (SIGSEGV)");
  }
}

TEST_P(BothRunners, LeavingUnnoticedIsRefusedAndDamageIsNamed) {
  const Result<Trace> quits = runner("quits")->run(random_plan(1), Detail::outcome);
  ASSERT_TRUE(quits.ok());
  EXPECT_EQ(quits->outcome(), SLEAVE_OUTCOME_refused);
  EXPECT_EQ(quits->header.exit_code, 3);
  const Result<Trace> scribbles = runner("scribbles")->run(random_plan(1), Detail::outcome);
  ASSERT_TRUE(scribbles.ok());
  EXPECT_EQ(scribbles->outcome(), SLEAVE_OUTCOME_damaged);
  EXPECT_NE(scribbles->message().find("damaged"), std::string::npos);
}

TEST_P(BothRunners, ForeignProgramIsToldApart) {
  for (const char* program : {SLEAVE_FAKE_TARGET, "/bin/false"}) {
    const auto target = must_make(GetParam(), {program, {"silent"}, "", {}}, {});
    const Result<Trace> trace = target->run(random_plan(1), Detail::outcome);
    ASSERT_FALSE(trace.ok());
    EXPECT_EQ(trace.error().tier, Tier::environment);
    EXPECT_NE(trace.error().message.find("not built with sleave-c++"), std::string::npos);
  }
}

TEST_P(BothRunners, MissingProgramIsAUsageError) {
  const auto target = must_make(GetParam(), {"/no/such/program", {}, "", {}}, {});
  const Result<Trace> trace = target->run(random_plan(1), Detail::outcome);
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().tier, Tier::usage);
}

TEST_P(BothRunners, SleeperIsAskedThenEnded) {
  Plan plan = random_plan(1);
  plan.hang_cpu_ms = 1;  // the shortest patience with a sleeper, one second
  const Result<Trace> answers = runner("answers")->run(plan, Detail::outcome);
  ASSERT_TRUE(answers.ok());
  EXPECT_EQ(answers->finding(), SLEAVE_FIND_uncontrolled_block);
  EXPECT_EQ(answers->message(), "");
  const auto target = runner("hangs");
  const Result<Trace> hangs = target->run(plan, Detail::outcome);
  ASSERT_TRUE(hangs.ok());
  EXPECT_EQ(hangs->finding(), SLEAVE_FIND_uncontrolled_block);
  EXPECT_EQ(hangs->message(), "made no progress without using processor time, and did not respond");
  EXPECT_EQ(target->restarts(), 0u);
}

TEST(ExecRunner, CapturesOutput) {
  const std::string path = testing::TempDir() + "sleave_run_output_test." + std::to_string(getpid());
  const auto target =
      must_make(SLEAVE_ISOLATION_exec, {SLEAVE_FAKE_TARGET, {"fails"}, "", {}}, {Output::Kind::file, path});
  Plan plan;  // stay: main's five stores, then T1's
  const Result<Trace> trace = target->run(plan, Detail::outcome);
  ASSERT_TRUE(trace.ok());
  EXPECT_EQ(trace->finding(), SLEAVE_FIND_assertion);
  EXPECT_EQ(read_file(path).value(), "the program's own words\n");
}

TEST(ForkRunner, ARunThatKillsItsServerTwiceIsNamed) {
  const auto target = must_make(SLEAVE_ISOLATION_fork, {SLEAVE_FAKE_TARGET, {"kills-server"}, "", {}}, {});
  for (unsigned round = 1; round <= 2; ++round) {
    const Result<Trace> trace = target->run(Plan(), Detail::outcome);
    ASSERT_TRUE(trace.ok());
    EXPECT_EQ(trace->outcome(), SLEAVE_OUTCOME_damaged);
    EXPECT_EQ(target->restarts(), 2 * round);
  }
}

TEST(Runners, LeaveNoDescriptorsAndNoZombiesBehind) {
  const auto open_count = [] {
    int count = 0;
    for (int fd = 0; fd < 1024; ++fd) count += fcntl(fd, F_GETFD) >= 0;
    return count;
  };
  const int before = open_count();
  for (const sleave_isolation isolation : {SLEAVE_ISOLATION_exec, SLEAVE_ISOLATION_fork}) {
    for (const char* behavior : {"clean", "dies", "scribbles", "silent"}) {
      const auto target = must_make(isolation, {SLEAVE_FAKE_TARGET, {behavior}, "", {}}, {});
      (void)target->run(Plan(), Detail::outcome);
    }
  }
  EXPECT_EQ(open_count(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST(Runners, LeaveNoOrphansBehind) {
  for (const sleave_isolation isolation : {SLEAVE_ISOLATION_exec, SLEAVE_ISOLATION_fork}) {
    {
      const auto target = must_make(isolation, {SLEAVE_FAKE_TARGET, {"daemon"}, "", {}}, {});
      const Result<Trace> trace = target->run(Plan(), Detail::outcome);
      ASSERT_TRUE(trace.ok());
      EXPECT_EQ(trace->outcome(), SLEAVE_OUTCOME_exited);
    }
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a process is left";
  }
}

TEST_P(BothRunners, EndsARunThatUsesTooMuchMemory) {
  Target target{SLEAVE_FAKE_TARGET, {"eats"}, "", {}};
  target.memory_limit = 64u << 20;
  const Result<Trace> trace = must_make(GetParam(), target, {})->run(Plan(), Detail::outcome);
  ASSERT_TRUE(trace.ok());
  EXPECT_EQ(trace->outcome(), SLEAVE_OUTCOME_memory_limit);
}

using Verdict = Watchdog::Verdict;

// A watchdog that looks ten times a second at a run that does the same for some time, with `progress` events so far.
class WatchedRun {
 public:
  using Time = std::chrono::milliseconds;
  Verdict working(Time time, std::uint64_t progress) { return after(time, {.progress = progress}, 100ms); }
  Verdict starved(Time time, std::uint64_t progress) { return after(time, {.progress = progress}, 0ms); }
  Verdict sleeping(Time time, std::uint64_t progress) {
    return after(time, {.progress = progress, .asleep = true}, 0ms);
  }
  Verdict stopped(Time time, std::uint64_t progress) {
    return after(time, {.progress = progress, .asleep = true, .stopped = true}, 0ms);
  }
  void pause(Time time) { now_ += time; }
  [[nodiscard]] bool slept() const { return watchdog_.timed_out_asleep(); }

 private:
  Verdict after(Time time, Watchdog::Observation observation, Time work) {
    Verdict verdict = Verdict::go_on;
    for (const auto until = now_ + time; now_ < until && verdict == Verdict::go_on;) {
      observation.processor_time = worked_ += work;
      verdict = watchdog_.observe(now_ += 100ms, observation);
    }
    return verdict;
  }

  Watchdog::Clock::time_point now_{};
  Time worked_{};
  Watchdog watchdog_{now_, {.busy = 10s, .asleep = 4s}};
};

TEST(Watchdog, AsksThenEnds) {
  WatchedRun run;
  EXPECT_EQ(run.working(9s, 0), Verdict::go_on);
  EXPECT_EQ(run.working(9s, 5), Verdict::go_on);
  EXPECT_EQ(run.working(2s, 5), Verdict::ask) << "ten seconds without an event";
  EXPECT_EQ(run.working(1s, 6), Verdict::go_on);
  EXPECT_EQ(run.working(2s, 7), Verdict::end);
  EXPECT_FALSE(run.slept());
}

TEST(Watchdog, WorkAndShortSleepsAddUp) {
  WatchedRun run;
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(run.working(500ms, 5), Verdict::go_on);
    EXPECT_EQ(run.sleeping(500ms, 5), Verdict::go_on);
  }
  EXPECT_EQ(run.working(2s, 5), Verdict::ask);
  EXPECT_FALSE(run.slept());
}

TEST(Watchdog, IsLessPatientWithSleepers) {
  WatchedRun run;
  EXPECT_EQ(run.sleeping(3s, 5), Verdict::go_on);
  EXPECT_EQ(run.sleeping(2s, 5), Verdict::ask);
  EXPECT_TRUE(run.slept());
}

TEST(Watchdog, DoesNotAskWhoCannotAnswer) {
  WatchedRun run;
  EXPECT_EQ(run.stopped(3s, 5), Verdict::go_on);
  EXPECT_EQ(run.stopped(2s, 5), Verdict::end);
}

TEST(Watchdog, ARunThatGetsNoProcessorIsNeitherAsleepNorBusy) {
  WatchedRun run;
  EXPECT_EQ(run.starved(60s, 5), Verdict::go_on);
  EXPECT_EQ(run.working(9s, 5), Verdict::go_on);
  EXPECT_EQ(run.starved(60s, 5), Verdict::go_on);
  EXPECT_EQ(run.working(2s, 5), Verdict::ask);
  EXPECT_FALSE(run.slept());
}

TEST(Watchdog, TimeInWhichNobodyCouldRunDoesNotCount) {
  WatchedRun run;
  EXPECT_EQ(run.sleeping(3s, 5), Verdict::go_on);
  run.pause(60s);
  EXPECT_EQ(run.sleeping(500ms, 5), Verdict::go_on);
}

TEST(Settle, StandingStillIsALoopOrABlock) {
  const Error unread{Tier::environment, "damaged"};
  EXPECT_EQ(settle(unread, {.killed = true}).finding(), SLEAVE_FIND_endless_loop);
  EXPECT_EQ(settle(unread, {.killed = true, .asleep = true}).finding(), SLEAVE_FIND_uncontrolled_block);
  EXPECT_EQ(settle(unread, {.wait_status = SIGXCPU, .report_requested = true}).finding(), SLEAVE_FIND_endless_loop);
  EXPECT_EQ(settle(unread, {.wait_status = SIGXCPU, .report_requested = true, .asleep = true}).finding(),
            SLEAVE_FIND_uncontrolled_block);
  EXPECT_EQ(settle(unread, {.wait_status = SIGXCPU}).finding(), SLEAVE_FIND_crash);
  EXPECT_EQ(settle(unread, {.interrupted = true}).outcome(), SLEAVE_OUTCOME_unfinished);
  EXPECT_EQ(settle(unread, {.wait_status = SIGKILL}).finding(), SLEAVE_FIND_crash);
}

}  // namespace
}  // namespace sleave
