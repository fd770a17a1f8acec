#include "engine/analyze/contention.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/testing/built_trace.h"
#include "engine/trace/event_kinds.h"

namespace sleave {
namespace {

TEST(Contention, PreparationBeforeTheThreadsDoesNotCompete) {
  TestTrace test(2);
  test.event(0, SLEAVE_EV_plain_write, at_address(0x10), 1);
  test.create(0, 1);
  test.create(0, 2);
  test.event(1, SLEAVE_EV_plain_read, at_address(0x10), 1);
  test.event(2, SLEAVE_EV_plain_read, at_address(0x10), 1);
  test.join(0, 1);
  test.join(0, 2);
  test.event(0, SLEAVE_EV_plain_write, at_address(0x10), 2);
  EXPECT_EQ(contended_events(test.trace), std::vector<bool>(8, false));
}

TEST(Contention, LocksOfTwoThreadsCompete) {
  TestTrace test(2);
  test.create(0, 1);
  test.create(0, 2);
  const auto first = test.event(1, SLEAVE_EV_mutex_lock, at_address(0x10));
  const auto alone = test.event(1, SLEAVE_EV_mutex_lock, at_address(0x20));
  const auto second = test.event(2, SLEAVE_EV_mutex_lock, at_address(0x10));
  const auto contended = contended_events(test.trace);
  EXPECT_TRUE(contended[first]);
  EXPECT_TRUE(contended[second]);
  EXPECT_FALSE(contended[alone]);
}

TEST(Contention, RangesTouchWhatTheyCover) {
  TestTrace test(2);
  test.create(0, 1);
  test.create(0, 2);
  const auto field = test.event(1, SLEAVE_EV_plain_read, at_address(0x118));
  const auto range = test.event(2, SLEAVE_EV_plain_write, at_address(0x100), 0, 32);
  test.trace.events[range].size = 255;
  const auto behind = test.event(1, SLEAVE_EV_plain_read, at_address(0x120));
  const auto contended = contended_events(test.trace);
  EXPECT_TRUE(contended[field]);
  EXPECT_TRUE(contended[range]);
  EXPECT_FALSE(contended[behind]);
}

// A thread that recorded nothing still stands between its creation and its joining.
bool starts_and_ends(const sleave_event& a, const sleave_event& b) {
  return a.kind == SLEAVE_EV_thread_create && b.kind == SLEAVE_EV_thread_join && a.value == b.value;
}

// All pairs, with the order computed as a transitive closure over events.
std::vector<bool> by_brute_force(const Trace& trace) {
  const std::size_t n = trace.events.size();
  std::vector<std::vector<bool>> before(n, std::vector<bool>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const auto &a = trace.events[i], &b = trace.events[j];
      const bool starts = a.kind == SLEAVE_EV_thread_create && a.value == b.thread;
      const bool ends = b.kind == SLEAVE_EV_thread_join && b.value == a.thread;
      const bool around = starts_and_ends(a, b);
      before[i][j] = a.thread == b.thread || starts || ends || around;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) before[i][j] = before[i][j] || (before[i][k] && before[k][j]);
    }
  }
  const auto is_access = [&](std::size_t i) { return is_data_access(trace.events[i].kind); };
  std::vector<bool> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const auto &a = trace.events[i], &b = trace.events[j];
      const bool conflict = is_access(i) && is_access(j) && a.location == b.location && a.thread != b.thread &&
                            (is_write(a) || is_write(b)) && !before[i][j];
      for (std::size_t k = 0; conflict && k < n; ++k) {
        if (is_access(k) && trace.events[k].location == a.location) result[k] = true;
      }
    }
  }
  return result;
}

TEST(Contention, AgreesWithBruteForce) {
  std::mt19937 random(7);
  for (int round = 0; round < 1000; ++round) {
    TestTrace test(3);
    std::vector<std::uint32_t> alive = {0};
    std::uint32_t created = 0;
    for (int step = 0; step < 24; ++step) {
      const std::uint32_t thread = alive[random() % alive.size()];
      const unsigned what = random() % 8;
      if (what == 0 && created < 3) {
        test.create(thread, ++created);
        alive.push_back(created);
      } else if (what == 1 && thread != alive.back() && alive.back() != 0) {
        test.join(thread, alive.back());
        alive.pop_back();
      } else {
        const auto kind = random() % 3 == 0 ? SLEAVE_EV_atomic_store : SLEAVE_EV_plain_read;
        test.event(thread, kind, at_address(0x100 + 8 * (random() % 5)));
      }
    }
    EXPECT_EQ(contended_events(test.trace), by_brute_force(test.trace)) << "round " << round;
  }
}

}  // namespace
}  // namespace sleave
