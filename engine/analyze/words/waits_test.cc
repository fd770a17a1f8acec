#include "engine/analyze/words/waits.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/testing/built_trace.h"

namespace sleave {
namespace {

const sleave_location kFirst = at_address(0x1000), kSecond = at_address(0x2000), kCondition = at_address(0x3000);
using Threads = std::vector<std::uint32_t>;

std::string explain(const Trace& trace) {
  Symbolizer symbolizer;
  ObjectNames names(trace, symbolizer);
  return deadlock_text(trace, wait_graph(trace), names, symbolizer);
}

TestTrace crossed_locks() {
  TestTrace test(2);
  test.hold(1, kFirst);
  test.hold(2, kSecond);
  test.block(1, SLEAVE_EV_mutex_lock, kSecond, 2);
  test.block(2, SLEAVE_EV_mutex_lock, kFirst, 1);
  test.block(0, SLEAVE_EV_thread_join, of_thread(1), 1);
  return test;
}

TEST(WaitGraph, CrossedLocksAreACycle) {
  const TestTrace test = crossed_locks();
  const WaitGraph graph = wait_graph(test.trace);
  EXPECT_EQ(graph.cycle, (Threads{1, 2}));
  EXPECT_EQ(graph.causes, (Threads{1, 2}));  // main only stands behind them
  EXPECT_EQ(explain(test.trace), "T1 waits for mutex M1 held by T2; T2 waits for mutex M2 held by T1.");
}

TEST(WaitGraph, ThreadsThatJoinEachOther) {
  TestTrace test(2);
  test.block(1, SLEAVE_EV_thread_join, of_thread(2), 2);
  test.block(2, SLEAVE_EV_thread_join, of_thread(1), 1);
  EXPECT_EQ(wait_graph(test.trace).cycle, (Threads{1, 2}));
  EXPECT_EQ(explain(test.trace), "T1 waits for thread T2 to end; T2 waits for thread T1 to end.");
}

TEST(WaitGraph, LockHeldByAThreadThatEnded) {
  TestTrace test(2);
  test.hold(2, kFirst);
  test.trace.threads[2].state = SLEAVE_THREAD_DONE;
  test.block(1, SLEAVE_EV_mutex_lock, kFirst, 2);
  EXPECT_TRUE(wait_graph(test.trace).cycle.empty());
  EXPECT_EQ(explain(test.trace), "T1 waits for mutex M1 held by T2, which has ended.");
}

TEST(WaitGraph, WriterWaitsForAllReaders) {
  TestTrace test(3);
  test.hold(1, kFirst, 1);
  test.hold(2, kFirst, 1);
  test.block(3, SLEAVE_EV_rwlock_wrlock, kFirst);
  test.block(2, SLEAVE_EV_thread_join, of_thread(3), 3);
  const WaitGraph graph = wait_graph(test.trace);
  EXPECT_EQ(graph.cycle, (Threads{2, 3}));
  EXPECT_EQ(explain(test.trace), "T2 waits for thread T3 to end; T3 waits for rwlock R1 held by T1 and T2.");
}

TEST(WaitGraph, LostSignal) {
  TestTrace test(2);
  test.event(2, SLEAVE_EV_cond_signal, kCondition, 0, 0, SLEAVE_EVENT_FAILED);
  test.event(1, SLEAVE_EV_cond_wait, kCondition, 0, kFirst, SLEAVE_EVENT_CHANGED);
  test.block(1, SLEAVE_EV_cond_wake, kCondition);
  test.trace.threads[2].state = SLEAVE_THREAD_DONE;
  EXPECT_EQ(wait_graph(test.trace).causes, (Threads{1}));
  EXPECT_EQ(
      explain(test.trace),
      "T1 waits on condition C1 and no thread is left that could signal it (the last signal was lost: sent by T2 at "
      "an unknown place before T1 waited).");
}

TEST(WaitGraph, SignalThatWokeSomebodyElseWasNotLost) {
  TestTrace test(2);
  test.event(2, SLEAVE_EV_cond_signal, kCondition, 0, 1, SLEAVE_EVENT_CHANGED);
  test.event(1, SLEAVE_EV_cond_wait, kCondition, 0, kFirst, SLEAVE_EVENT_CHANGED);
  test.block(1, SLEAVE_EV_cond_wake, kCondition);
  EXPECT_EQ(explain(test.trace), "T1 waits on condition C1 and no thread is left that could signal it.");
}

TEST(WaitGraph, SignalledButTheMutexIsTaken) {
  TestTrace test(2);
  test.event(1, SLEAVE_EV_cond_wait, kCondition, 0, kFirst, SLEAVE_EVENT_CHANGED);
  test.block(1, SLEAVE_EV_cond_wake, kFirst, 2);
  test.hold(2, kFirst);
  test.block(2, SLEAVE_EV_thread_join, of_thread(1), 1);
  EXPECT_EQ(wait_graph(test.trace).cycle, (Threads{1, 2}));
  EXPECT_EQ(
      explain(test.trace),
      "T1 waits for mutex M1 held by T2 (to return from its wait on a condition); T2 waits for thread T1 to end.");
}

TEST(WaitGraph, NobodyWaits) {
  TestTrace test(2);
  EXPECT_TRUE(wait_graph(test.trace).waits.empty());
  EXPECT_EQ(explain(test.trace), "");
}

// Against the transitive closure, on random graphs of locks with several holders.
TEST(WaitGraph, CausesAreWhatTheClosureSays) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    constexpr std::uint32_t kThreads = 6;
    TestTrace test(kThreads - 1);
    bool edge[kThreads][kThreads] = {}, reach[kThreads][kThreads] = {}, blocked[kThreads] = {};
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      blocked[t] = random() % 4 != 0;
      if (!blocked[t]) continue;
      test.block(t, SLEAVE_EV_rwlock_wrlock, at_address(0x100 + t));
      for (std::uint32_t h = 0; h < kThreads; ++h) {
        if (h == t || random() % 5 != 0) continue;
        test.hold(h, at_address(0x100 + t), 1);
        edge[t][h] = reach[t][h] = true;
      }
    }
    for (std::uint32_t k = 0; k < kThreads; ++k) {
      for (std::uint32_t i = 0; i < kThreads; ++i) {
        for (std::uint32_t j = 0; j < kThreads; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
      }
    }
    Threads expected;
    bool any_cycle = false;
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      bool behind = false;
      for (std::uint32_t h = 0; h < kThreads; ++h) behind = behind || (edge[t][h] && blocked[h]);
      any_cycle = any_cycle || reach[t][t];
      if (blocked[t] && (reach[t][t] || !behind)) expected.push_back(t);
    }
    const WaitGraph graph = wait_graph(test.trace);
    EXPECT_EQ(graph.causes, expected);
    EXPECT_EQ(!graph.cycle.empty(), any_cycle);
    for (std::size_t i = 0; i < graph.cycle.size(); ++i) {
      EXPECT_TRUE(edge[graph.cycle[i]][graph.cycle[(i + 1) % graph.cycle.size()]]);
    }
  }
}

}  // namespace
}  // namespace sleave
