#include "engine/farm/pace.h"

#include <gtest/gtest.h>

#include "engine/base/rng.h"

namespace sleave::farm {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSync{5'000};

double calls_a_second(std::int64_t nodes, milliseconds pause) {
  return static_cast<double>(nodes) / std::chrono::duration<double>(pause).count();
}

TEST(Pace, OneNodeGivesNothing) { EXPECT_EQ(rows_to_give({.free = 0, .nodes = 1, .idle = 0}, 0.9), 0); }

TEST(Pace, NobodyGivesWhereEnoughIsFree) {
  EXPECT_EQ(rows_to_give({.free = 16, .nodes = 8, .idle = 0}, 0.9), 0);
  EXPECT_EQ(rows_to_give({.free = 1000, .nodes = 1000, .idle = 0}, 0.9), 0);
  EXPECT_GT(rows_to_give({.free = 16, .nodes = 8, .idle = 2}, 0.9), 0) << "those who wait will take theirs";
}

// What all nodes with work give, each as often as it hears of one count, is what is missing.
TEST(Pace, NodesThatHearTheSameFillTheGap) {
  Rng random(1);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t nodes = 500 + static_cast<std::int64_t>(random.below(5000));
    const std::int64_t idle = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes) / 8));
    const std::int64_t free = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes)));
    double given = 0;
    for (std::int64_t caller = 0; caller < (nodes - idle) / 5; ++caller) {
      const double chance = static_cast<double>(random.below(1000)) / 1000;
      given += static_cast<double>(rows_to_give({free, nodes, idle}, chance));
    }
    const double missing = static_cast<double>(nodes + idle - free);
    EXPECT_NEAR(given, missing, 0.1 * missing + 60) << nodes << ' ' << idle << ' ' << free;
  }
}

TEST(Pace, TheOnlyNodeWithWorkGivesMuch) { EXPECT_EQ(rows_to_give({.free = 0, .nodes = 1000, .idle = 999}, 0), 64); }

TEST(Pace, RowsAreSharedOut) {
  EXPECT_EQ(rows_to_want({.free = 0, .nodes = 8, .idle = 1}), 1);
  EXPECT_EQ(rows_to_want({.free = 16, .nodes = 8, .idle = 0}), 2);
  EXPECT_EQ(rows_to_want({.free = 1000, .nodes = 8, .idle = 0}), 8);
  EXPECT_EQ(rows_to_want({}), 1);
}

TEST(Pace, FewNodesCallOftenAndManyDoNotOverloadTheDatabase) {
  for (const std::int64_t nodes : {1, 2, 8, 30, 100, 300, 1000, 10'000}) {
    const double at_rest = calls_a_second(nodes, pause_with_work({nodes, nodes, 0}, 100, kSync));
    EXPECT_LE(at_rest, std::max(50.0, static_cast<double>(nodes) / 5) * 1.01) << nodes;
    EXPECT_GE(at_rest, static_cast<double>(nodes) / 5 * 0.99) << nodes;
    const double hurried = calls_a_second(nodes, pause_with_work({0, nodes, 1}, 100, kSync));
    EXPECT_LE(hurried, std::max(200.0, static_cast<double>(nodes) / 5) * 1.01) << nodes;
    EXPECT_GE(hurried, at_rest) << nodes;
    const double waiting = calls_a_second(nodes, pause_without_work({0, nodes, nodes}, kSync));
    EXPECT_LE(waiting, std::max(500.0, static_cast<double>(nodes) / 5) * 1.01) << nodes;
  }
  EXPECT_LE(pause_with_work({0, 8, 1}, 100, kSync), milliseconds(250));
  EXPECT_LE(pause_without_work({0, 8, 8}, kSync), milliseconds(250));
}

TEST(Pace, TheFirstCallsOfALeaseComeEarly) {
  EXPECT_EQ(pause_with_work({0, 1000, 0}, 1, kSync), milliseconds(1'000));
  EXPECT_EQ(pause_with_work({0, 1000, 0}, 6, kSync), kSync);
  EXPECT_EQ(pause_with_work({0, 8, 0}, 1, kSync), milliseconds(250));
  EXPECT_EQ(pause_with_work({0, 8, 0}, 6, kSync), milliseconds(1'000));
}

}  // namespace
}  // namespace sleave::farm
