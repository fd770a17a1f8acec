#include "engine/strategy/concolic/pending_flips.h"

#include <gtest/gtest.h>

#include "abi/words.h"

namespace sleave {
namespace {

constexpr sleave_site kSite = 10;

expr::PathConstraint path_constraint(std::uint32_t number, sleave_path_constraint_kind kind, std::uint32_t thread,
                                     std::uint64_t option, bool holds) {
  return {.word = {number},
          .value = holds ? 1u : 0u,
          .held = {number},
          .kind = static_cast<std::uint32_t>(kind),
          .thread = thread,
          .site = kSite,
          .option = option};
}

std::shared_ptr<const FlippableRun> run_with(std::vector<expr::PathConstraint> path_constraints) {
  FlippableRun run;
  run.path.path_constraints = std::move(path_constraints);
  return std::make_shared<const FlippableRun>(std::move(run));
}

TEST(PendingFlips, EachCaseOfASwitchIsAWayOfItsOwn) {
  const auto first = run_with({path_constraint(1, SLEAVE_PATH_CONSTRAINT_case, 1, 5, true)});
  const auto second = run_with({path_constraint(2, SLEAVE_PATH_CONSTRAINT_case, 1, 5, false),
                                path_constraint(3, SLEAVE_PATH_CONSTRAINT_case, 1, 6, true)});
  PendingFlips flips;
  flips.add(first, 0);
  flips.add(second, 0);
  EXPECT_TRUE(flips.urgent());
  const std::optional<Flip> next = flips.next();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->run, second);  // that the value is neither 5 nor 6 is what no run has shown
  EXPECT_EQ(next->path_constraint, 1u);
  EXPECT_FALSE(flips.urgent());
}

TEST(PendingFlips, WhatAThreadHasNotDoneComesBeforeWhatItHas) {
  const auto both = run_with({path_constraint(1, SLEAVE_PATH_CONSTRAINT_branch, 1, 0, true),
                              path_constraint(2, SLEAVE_PATH_CONSTRAINT_branch, 1, 0, false)});
  const auto other = run_with({path_constraint(3, SLEAVE_PATH_CONSTRAINT_branch, 2, 0, true)});
  PendingFlips flips;
  flips.add(both, 0);
  flips.add(other, 0);
  EXPECT_FALSE(flips.urgent());  // some thread went each way
  const std::optional<Flip> next = flips.next();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->run, other);
  EXPECT_EQ(flips.next()->run, both);
  EXPECT_EQ(flips.next()->run, both);
  EXPECT_TRUE(flips.empty());
}

TEST(PendingFlips, OneMoreRoundOfALoopComesBeforeOneLess) {
  const auto round = [](std::uint32_t number, bool goes_on) {
    return path_constraint(number, SLEAVE_PATH_CONSTRAINT_branch, 1, 0, goes_on);
  };
  const auto three = run_with({round(1, true), round(2, true), round(3, true), round(4, false)});
  PendingFlips flips;
  flips.add(three, 0);
  EXPECT_EQ(flips.next()->path_constraint, 3u);  // four rounds, when three are the most so far
  EXPECT_EQ(flips.next()->path_constraint, 0u);
  const auto seven = run_with({round(1, true), round(2, true), round(3, true), round(5, true), round(6, true),
                               round(7, true), round(8, true), round(9, false)});
  flips.add(seven, 4);
  EXPECT_EQ(flips.next()->path_constraint, 7u);
}

// Both outcomes of two sites are known, so that nothing else decides.
TEST(PendingFlips, RunsThatDidSomethingNewComeFirst) {
  const auto at = [](std::uint32_t number, sleave_site site, bool holds) {
    expr::PathConstraint made = path_constraint(number, SLEAVE_PATH_CONSTRAINT_branch, 1, 0, holds);
    made.site = site;
    return made;
  };
  PendingFlips flips;
  flips.add(run_with({at(1, 10, true), at(2, 20, true), at(3, 10, false), at(4, 20, false)}), 4);
  const auto old = run_with({at(5, 10, true), at(6, 20, true)});
  const auto fresh = run_with({at(7, 20, false), at(8, 10, true)});  // in this order for the first time
  flips.add(old, 0);
  flips.add(fresh, 0);
  EXPECT_EQ(flips.next()->run, fresh);
  EXPECT_EQ(flips.next()->run, fresh);
  EXPECT_EQ(flips.next()->run, old);
}

TEST(PendingFlips, ASwitchHasOneTurnWithAllItsCases) {
  const auto at = [](std::uint32_t number, sleave_site site, std::uint64_t option, bool holds) {
    expr::PathConstraint made = path_constraint(
        number, site == 10 ? SLEAVE_PATH_CONSTRAINT_case : SLEAVE_PATH_CONSTRAINT_branch, 1, option, holds);
    made.site = site;
    return made;
  };
  std::vector<expr::PathConstraint> known;  // all outcomes, so that none is new
  std::vector<expr::PathConstraint> path;
  for (std::uint32_t option = 1; option <= 3; ++option) {
    known.push_back(at(option, 10, option, true));
    path.push_back(at(20 + option, 10, option, false));
  }
  known.push_back(at(10, 20, 0, true));
  path.push_back(at(30, 20, 0, false));
  PendingFlips flips;
  flips.add(run_with(known), known.size());
  flips.add(run_with(path), 0);
  EXPECT_EQ(flips.next()->path_constraint, 0u);
  EXPECT_EQ(flips.next()->path_constraint, 3u);  // before the other cases
  EXPECT_EQ(flips.next()->path_constraint, 1u);
}

TEST(PendingFlips, OptimisticInputsAreFewAndOfRunsThatDidSomethingNew) {
  PendingFlips flips;
  std::vector<expr::PathConstraint> path;
  for (std::uint32_t i = 1; i <= 20; ++i) {
    path.push_back(path_constraint(i, SLEAVE_PATH_CONSTRAINT_branch, 1, 0, true));
  }
  Flip flip{.run = run_with(path), .path_constraint = 19};
  EXPECT_FALSE(flips.take_optimistic(flip));
  flip.fresh = true;
  int taken = 0;
  while (flips.take_optimistic(flip)) ++taken;
  EXPECT_EQ(taken, 64);
}

TEST(PendingFlips, WithThreadsOnlyALoopsNextRoundIsPromising) {
  PendingFlips flips;
  flips.threads_were_seen();
  const auto round = [](std::uint32_t number, bool goes_on) {
    return path_constraint(number, SLEAVE_PATH_CONSTRAINT_branch, 1, 0, goes_on);
  };
  flips.add(run_with({round(1, true), round(2, true), round(3, false)}), 0);
  EXPECT_EQ(flips.next()->path_constraint, 2u);
  Flip flip{.run = run_with(std::vector<expr::PathConstraint>(20, round(1, true))), .path_constraint = 19};
  flip.fresh = true;
  EXPECT_FALSE(flips.take_optimistic(flip));
}

TEST(PendingFlips, WhatComesToNothingIsNotUrgentForever) {
  PendingFlips flips;
  for (std::uint32_t i = 1; i <= 100; ++i) {
    flips.add(run_with({path_constraint(i, SLEAVE_PATH_CONSTRAINT_branch, 1, 0, true)}), 0);
  }
  int urgent = 0;
  while (flips.urgent()) {
    flips.answered(*flips.next(), false);
    ++urgent;
  }
  EXPECT_EQ(urgent, 32);
  EXPECT_FALSE(flips.empty());
  flips.answered(*flips.next(), true);
  EXPECT_TRUE(flips.next());
}

}  // namespace
}  // namespace sleave
