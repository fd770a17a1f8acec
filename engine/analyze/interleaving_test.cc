#include "engine/analyze/interleaving.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/analyze/contention.h"
#include "engine/testing/built_trace.h"

namespace sleave {
namespace {

const sleave_location kFlag = at_address(0x10), kOther = at_address(0x20);

std::vector<Row> rows(const Trace& trace, const std::vector<std::uint64_t>& culprits = {}, std::size_t limit = 60) {
  return choose_rows(trace, contended_events(trace), culprits, limit);
}

bool shows(const std::vector<Row>& rows, std::uint64_t event) {
  return std::any_of(rows.begin(), rows.end(), [event](const Row& row) { return row.event == event; });
}

TEST(Interleaving, LeavesOutWhatNobodyElseTouches) {
  TestTrace test(2);
  test.create(0, 1);
  test.create(0, 2);
  const auto shared = test.event(1, SLEAVE_EV_atomic_store, kFlag, 1, 0, SLEAVE_EVENT_CHANGED);
  const auto own = test.event(1, SLEAVE_EV_plain_write, kOther, 1);
  const auto other = test.event(2, SLEAVE_EV_atomic_load, kFlag, 1);
  const auto chosen = rows(test.trace);
  EXPECT_TRUE(shows(chosen, shared));
  EXPECT_TRUE(shows(chosen, other));
  EXPECT_FALSE(shows(chosen, own));
}

TEST(Interleaving, FoldsASpinIntoItsFirstRow) {
  TestTrace test(2);
  test.create(0, 1);
  test.create(0, 2);
  const auto first = test.event(1, SLEAVE_EV_atomic_load, kFlag, 0);
  for (int i = 0; i < 50; ++i) {
    test.event(1, SLEAVE_EV_atomic_load, kFlag, 0);
    test.event(2, SLEAVE_EV_atomic_store, kOther, static_cast<std::uint64_t>(i), 0, SLEAVE_EVENT_CHANGED);
  }
  test.event(2, SLEAVE_EV_atomic_store, kFlag, 1, 0, SLEAVE_EVENT_CHANGED);
  const auto seen = test.event(1, SLEAVE_EV_atomic_load, kFlag, 1);
  test.event(1, SLEAVE_EV_atomic_load, kOther, 49);
  const auto chosen = rows(test.trace, {}, 1000);
  EXPECT_TRUE(shows(chosen, seen));
  const auto row = std::find_if(chosen.begin(), chosen.end(), [=](const Row& r) { return r.event == first; });
  ASSERT_NE(row, chosen.end());
  EXPECT_EQ(row->repeats, 50u);
  EXPECT_EQ(row->period, 1u);
}

TEST(Interleaving, FoldsALoopOfSeveralSteps) {
  TestTrace test(2);
  test.create(0, 1);
  test.create(0, 2);
  for (int i = 0; i < 10; ++i) {
    for (const std::uint32_t thread : {1u, 2u}) {
      test.event(thread, SLEAVE_EV_mutex_lock, kFlag, 0, 0, SLEAVE_EVENT_CHANGED);
      test.event(thread, SLEAVE_EV_mutex_unlock, kFlag, 0, 0, SLEAVE_EVENT_CHANGED);
    }
  }
  const auto chosen = rows(test.trace);
  ASSERT_EQ(chosen.size(), 6u);  // two creations, one turn
  EXPECT_EQ(chosen.back().period, 4u);
  EXPECT_EQ(chosen.back().repeats, 9u);
}

TEST(Interleaving, KeepsCulpritsAndTheEndWhenCut) {
  TestTrace test(2);
  test.create(0, 1);
  test.create(0, 2);
  const auto culprit = test.event(1, SLEAVE_EV_atomic_store, kFlag, 77, 0, SLEAVE_EVENT_CHANGED);
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    last = test.event(1 + i % 2, SLEAVE_EV_atomic_store, kFlag, i, 0, SLEAVE_EVENT_CHANGED);
  }
  const auto chosen = rows(test.trace, {culprit}, 60);
  EXPECT_EQ(chosen.size(), 60u);
  EXPECT_TRUE(shows(chosen, culprit));
  EXPECT_TRUE(shows(chosen, last));
  std::uint64_t left_out = 0;
  for (const Row& row : chosen) left_out += row.left_out;
  EXPECT_EQ(left_out + chosen.size(), test.trace.events.size());
  EXPECT_TRUE(
      std::is_sorted(chosen.begin(), chosen.end(), [](const Row& a, const Row& b) { return a.event < b.event; }));
}

TEST(Interleaving, PrefersRowsBesideSwitches) {
  TestTrace test(2);
  test.create(0, 1);
  test.create(0, 2);
  for (std::uint64_t i = 0; i < 40; ++i) test.event(1, SLEAVE_EV_atomic_store, kFlag, i, 0, SLEAVE_EVENT_CHANGED);
  const auto after_switch = test.event(2, SLEAVE_EV_atomic_store, kFlag, 0, 0, SLEAVE_EVENT_CHANGED);
  for (std::uint64_t i = 0; i < 100; ++i) test.event(2, SLEAVE_EV_atomic_store, kFlag, i, 0, SLEAVE_EVENT_CHANGED);
  const auto chosen = rows(test.trace, {}, 30);
  EXPECT_TRUE(shows(chosen, after_switch));
  EXPECT_TRUE(shows(chosen, after_switch - 1));
}

TEST(Interleaving, NothingRecorded) {
  TestTrace test(2);
  EXPECT_TRUE(rows(test.trace).empty());
}

}  // namespace
}  // namespace sleave
