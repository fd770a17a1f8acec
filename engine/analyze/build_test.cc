#include "engine/analyze/build.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/testing/built_trace.h"

namespace sleave {
namespace {

const sleave_location kFirst = at_address(0x1000), kSecond = at_address(0x2000);

Finding build(const Trace& trace) {
  Symbolizer symbolizer;
  return build_finding(trace, symbolizer);
}

std::vector<std::string> texts(const Finding& finding) {
  std::vector<std::string> result;
  for (const auto& step : finding.steps) result.push_back((step.key ? "*" : "") + step.text);
  return result;
}
using Texts = std::vector<std::string>;

std::vector<std::string> links(const Finding& finding) {
  std::vector<std::string> result;
  for (const auto& link : finding.links) {
    result.push_back(std::to_string(link.from) + " " + link.kind + " " + std::to_string(link.to));
  }
  return result;
}

TestTrace crossed_locks() {
  TestTrace test(2);
  test.fail(SLEAVE_FIND_deadlock, 2);
  test.trace.header.events = 6;
  test.trace.header.switches = 2;
  test.create(0, 1);
  test.create(0, 2);
  test.event(1, SLEAVE_EV_mutex_lock, kFirst, 0, 0, SLEAVE_EVENT_CHANGED);
  test.event(2, SLEAVE_EV_mutex_lock, kSecond, 0, 0, SLEAVE_EVENT_CHANGED);
  test.hold(1, kFirst);
  test.hold(2, kSecond);
  test.block(1, SLEAVE_EV_mutex_lock, kSecond, 2);
  test.block(2, SLEAVE_EV_mutex_lock, kFirst, 1);
  test.block(0, SLEAVE_EV_thread_join, of_thread(1), 1);
  return test;
}

// The failing thread reads y last; experiments showed that it is the order on x that matters.
TEST(BuildFinding, ACauseReplacesTheGuess) {
  TestTrace test(2);
  test.fail(SLEAVE_FIND_assertion, 1);
  test.create(0, 1);
  test.create(0, 2);
  test.event(1, SLEAVE_EV_atomic_load, kFirst, 0);
  test.event(2, SLEAVE_EV_atomic_store, kFirst, 1, 0, SLEAVE_EVENT_CHANGED);
  test.event(2, SLEAVE_EV_atomic_store, kSecond, 1, 0, SLEAVE_EVENT_CHANGED);
  test.event(1, SLEAVE_EV_atomic_load, kSecond, 1);
  Finding finding = build(test.trace);
  const Texts guessed = {"create T1",     "create T2",     "load X1 -> 0",    "store X1 = 1",
                         "*store X2 = 1", "*load X2 -> 1", "*assertion fails"};
  EXPECT_EQ(texts(finding), guessed);
  mark_cause(finding, test.trace);
  EXPECT_EQ(texts(finding), guessed) << "without a cause nothing changes";
  finding.cause.tried = true;
  finding.cause.steps = {2, 3};
  mark_cause(finding, test.trace);
  EXPECT_EQ(texts(finding), (Texts{"create T1", "create T2", "*load X1 -> 0", "*store X1 = 1", "store X2 = 1",
                                   "load X2 -> 1", "*assertion fails"}));
}

TEST(BuildFinding, ACauseOfADeadlockAddsSteps) {
  const TestTrace test = crossed_locks();
  Finding finding = build(test.trace);
  finding.cause.tried = true;
  finding.cause.steps = {1};
  mark_cause(finding, test.trace);
  EXPECT_EQ(texts(finding),
            (Texts{"create T1", "*create T2", "*lock M1", "*lock M2", "*lock M2: blocked", "*lock M1: blocked"}));
}

TEST(BuildFinding, Deadlock) {
  const Finding finding = build(crossed_locks().trace);
  EXPECT_EQ(finding.kind, "deadlock");
  EXPECT_EQ(finding.title, "deadlock");
  EXPECT_EQ(finding.thread, 1u);
  EXPECT_EQ(finding.events, 6u);
  EXPECT_EQ(finding.switches, 2u);
  EXPECT_EQ(finding.explanation, "T1 waits for mutex M2 held by T2; T2 waits for mutex M1 held by T1.");
  EXPECT_EQ(texts(finding),
            (Texts{"create T1", "create T2", "*lock M1", "*lock M2", "*lock M2: blocked", "*lock M1: blocked"}));
  EXPECT_EQ(links(finding), (Texts{"0 create 2", "1 create 3", "3 blocks 4", "2 blocks 5"}));
  ASSERT_EQ(finding.threads.size(), 3u);
  EXPECT_EQ(finding.threads[0].waits_for, "thread T1 to end");
  EXPECT_EQ(finding.threads[1].parent, "main");
  EXPECT_EQ(finding.threads[1].state, "blocked");
  ASSERT_EQ(finding.locks.size(), 2u);
  EXPECT_EQ(finding.locks[0].object, "M1");
  EXPECT_EQ(finding.locks[1].thread, "T2");
  EXPECT_FALSE(finding.steps[1].after_switch);
  EXPECT_TRUE(finding.steps[2].after_switch);
}

TEST(BuildFinding, WithoutRecordedEvents) {
  TestTrace test = crossed_locks();
  test.trace.events.clear();
  const Finding finding = build(test.trace);
  EXPECT_EQ(texts(finding).size(), 2u);
  EXPECT_FALSE(finding.explanation.empty());
}

TEST(BuildFinding, AssertionMarksTheLastReadAndItsWrite) {
  TestTrace test(2);
  test.fail(SLEAVE_FIND_assertion, 1);
  std::strcpy(test.trace.header.message, "a.cc:1: Assertion `x' failed");
  test.create(0, 1);
  test.create(0, 2);
  test.event(2, SLEAVE_EV_atomic_store, kFirst, 5, 0, SLEAVE_EVENT_CHANGED);
  test.event(1, SLEAVE_EV_atomic_load, kFirst, 5);
  const Finding finding = build(test.trace);
  EXPECT_EQ(finding.message, "a.cc:1: Assertion `x' failed");
  EXPECT_EQ(texts(finding), (Texts{"create T1", "create T2", "*store X1 = 5", "*load X1 -> 5", "*assertion fails"}));
  EXPECT_EQ(links(finding), (Texts{"0 create 3", "1 create 2", "2 reads 3"}));
  EXPECT_EQ(finding.steps[3].object, "X1");
  EXPECT_EQ(finding.steps[3].value, "5");
}

// Main stores, and then both look at it in turn.
TEST(BuildFinding, WithoutProgressCountsUpToTheLastChange) {
  TestTrace test(2);
  test.fail(SLEAVE_FIND_no_progress, 1);
  test.create(0, 1);
  test.event(1, SLEAVE_EV_atomic_load, kFirst, 0, 0, SLEAVE_EVENT_SWITCHED | SLEAVE_EVENT_PREEMPTED);
  test.event(0, SLEAVE_EV_atomic_store, kFirst, 1, 0, SLEAVE_EVENT_SWITCHED | SLEAVE_EVENT_CHANGED);
  for (std::uint32_t i = 0; i < 10; ++i) {
    test.event((i + 1) % 2, SLEAVE_EV_atomic_load, kFirst, 1, 0, SLEAVE_EVENT_SWITCHED | SLEAVE_EVENT_PREEMPTED);
  }
  test.trace.header.events = 13;
  test.trace.header.switches = 12;
  const Finding finding = build(test.trace);
  EXPECT_EQ(finding.events, 3u);
  EXPECT_EQ(finding.switches, 2u);
  EXPECT_EQ(finding.preemptions, 1u);
}

TEST(BuildFinding, ReadsTheTypeOfAnException) {
  TestTrace test(0);
  test.fail(SLEAVE_FIND_terminate, 0);
  std::strcpy(test.trace.header.message, "terminate called after throwing an exception of type St13runtime_error");
  EXPECT_EQ(build(test.trace).message, "terminate called after throwing an exception of type std::runtime_error");
}

TEST(BuildFinding, CrashWithoutAMessage) {
  TestTrace test(0);
  test.fail(SLEAVE_FIND_crash, 0);
  test.trace.header.signal = 11;
  test.trace.header.fault_address = 8;
  EXPECT_EQ(build(test.trace).message, "signal 11 (SIGSEGV) at address 0x8");
  EXPECT_EQ(texts(build(test.trace)), (Texts{"*crash: SIGSEGV"}));
}

// A trace is checked for ranges on reading, but its tables may be empty.
TEST(BuildFinding, NoThreadsAtAll) {
  Trace trace;
  trace.header.outcome = SLEAVE_OUTCOME_failed;
  for (std::uint32_t kind = 1; kind < SLEAVE_FIND_COUNT; ++kind) {
    trace.header.finding = kind;
    EXPECT_TRUE(build(trace).threads.empty());
  }
}

}  // namespace
}  // namespace sleave
