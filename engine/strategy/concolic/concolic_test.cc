// Programs as functions from a plan to the trace that its run would leave.
#include "engine/strategy/concolic/concolic.h"

#include <gtest/gtest.h>

#include <functional>

#include "engine/base/rng.h"
#include "engine/strategy/concolic/input_course_test.h"

namespace sleave {
namespace {

using expr::Op;

std::unique_ptr<ConcolicStrategy> make(ConcolicStrategy::Schedules schedules = ConcolicStrategy::Schedules::plain) {
  Result<std::unique_ptr<Solving>> solving = Solving::start({});
  return std::make_unique<ConcolicStrategy>(schedules, 1, ChoiceSet(), std::move(*solving));
}

struct Explored {
  std::size_t runs = 0;
  std::size_t failures = 0;
  std::size_t exited = 0;
  InputReport report;
};

Explored explore(Strategy& strategy, const std::function<void(InputCourse&)>& program, std::size_t most,
                 std::size_t bytes = 4) {
  Explored explored;
  for (; explored.runs < most; ++explored.runs) {
    const std::optional<Plan> plan = strategy.next();
    if (!plan) break;
    InputCourse run(*plan, bytes);
    program(run);
    explored.failures += run.traced.trace.outcome() == SLEAVE_OUTCOME_failed ? 1 : 0;
    explored.exited += run.traced.trace.outcome() == SLEAVE_OUTCOME_exited ? 1 : 0;
    strategy.done(*plan, run.traced.trace);
  }
  explored.report = *strategy.report().inputs;
  return explored;
}

TEST(Concolic, FindsTheOneInputOfFourBillion) {
  const auto program = [](InputCourse& run) {
    const std::uint32_t product = run.traced.make(Op::mul, 32, {run.word(), run.constant(32, 2654435761u), 0});
    const std::uint32_t hit = run.traced.make(Op::equal, 1, {product, run.constant(32, 0xdeadbeef), 0});
    if (run.branch(hit, 1)) run.fail();
  };
  const auto strategy = make();
  const Explored explored = explore(*strategy, program, 100);
  EXPECT_EQ(explored.runs, 2u);
  EXPECT_EQ(explored.failures, 1u);
  EXPECT_EQ(explored.report.branches, 1u);
  EXPECT_EQ(explored.report.both_ways, 1u);
}

// Each byte is compared with a letter: 1 path for each place where it first differs, and one for none.
TEST(Concolic, RunsEveryPathOnce) {
  const auto program = [](InputCourse& run) {
    for (std::size_t i = 0; i < 8; ++i) {
      if (!run.branch(run.traced.is(run.byte(i), static_cast<std::uint8_t>('a' + i)), i + 1)) return;
    }
    run.fail();
  };
  const auto strategy = make();
  const Explored explored = explore(*strategy, program, 100, 8);
  EXPECT_EQ(explored.runs, 9u);
  EXPECT_EQ(explored.failures, 1u);
  EXPECT_EQ(explored.report.paths, 9u);
  EXPECT_EQ(explored.report.strayed, 0u);
}

// 3 branches that have nothing to do with each other: 8 paths.
TEST(Concolic, IndependentBranchesGiveAllCombinations) {
  const auto program = [](InputCourse& run) {
    for (std::size_t i = 0; i < 3; ++i) {
      run.branch(run.traced.make(Op::ult, 1, {run.byte(i), run.constant(8, 100), 0}), i + 1);
    }
  };
  const auto strategy = make();
  const Explored explored = explore(*strategy, program, 100);
  EXPECT_EQ(explored.runs, 8u);
  EXPECT_EQ(explored.report.paths, 8u);
}

TEST(Concolic, WhatCannotBeIsNotRun) {
  const auto program = [](InputCourse& run) {
    const std::uint32_t small = run.traced.make(Op::ult, 1, {run.byte(0), run.constant(8, 10), 0});
    const std::uint32_t large = run.traced.make(Op::ult, 1, {run.constant(8, 20), run.byte(0), 0});
    run.branch(small, 1);
    run.branch(large, 2);
  };
  const auto strategy = make();
  EXPECT_EQ(explore(*strategy, program, 100).runs, 3u);
}

TEST(Concolic, AnAssumptionIsMetBeforeAnythingElse) {
  const auto program = [](InputCourse& run) {
    const std::uint32_t above = run.traced.make(Op::ult, 1, {run.constant(32, 1'000'000), run.word(), 0});
    if (!run.assume(above, 1)) return;
    run.branch(run.traced.make(Op::ult, 1, {run.word(), run.constant(32, 1'000'002), 0}), 2);
  };
  const auto strategy = make();
  const Explored explored = explore(*strategy, program, 100);
  EXPECT_EQ(explored.runs, 3u);
  EXPECT_EQ(explored.exited, 2u);
}

TEST(Concolic, AllValuesOfAnAddressAreTriedInTheEnd) {
  const auto some = [](std::uint8_t limit) {
    return [limit](InputCourse& run) {
      const std::uint32_t in_range = run.traced.make(Op::ult, 1, {run.byte(0), run.constant(8, limit), 0});
      if (!run.assume(in_range, 1)) return;
      run.branch(run.byte(0), 2, SLEAVE_PATH_CONSTRAINT_address);
    };
  };
  const auto few = make();
  const Explored five = explore(*few, some(5), 100);
  EXPECT_EQ(five.runs, 5u);
  EXPECT_EQ(five.report.cut_short, 0u);
  const auto many = make();
  const Explored hundred = explore(*many, some(100), 1000);
  EXPECT_EQ(hundred.runs, 100u);
  EXPECT_EQ(hundred.report.cut_short, 0u);
  const auto ended_early = make();
  const Explored fifty = explore(*ended_early, some(100), 50);
  EXPECT_EQ(fifty.runs, 50u);
  EXPECT_EQ(fifty.report.cut_short, 1u);
}

TEST(Concolic, ARunThatDoesNotGoWhereItShouldIsCounted) {
  unsigned calls = 0;
  const auto program = [&calls](InputCourse& run) {
    run.branch(run.traced.is(run.byte(0), static_cast<std::uint8_t>(++calls)), 1);
    run.branch(run.traced.is(run.byte(1), 9), 2);
  };
  const auto strategy = make();
  EXPECT_NE(explore(*strategy, program, 20).report.strayed, 0u);
}

TEST(Concolic, SolvedInputsAreSampledUnderOtherSchedules) {
  std::set<std::uint64_t> seeds_of_hit;
  std::uint64_t seed = 0;
  const auto program = [&](InputCourse& run) {
    run.traced.trace.header.points = 10;
    const std::uint32_t hit = run.traced.make(Op::equal, 1, {run.word(), run.constant(32, 123456789), 0});
    if (run.branch(hit, 1)) seeds_of_hit.insert(seed);
  };
  const auto strategy = make(ConcolicStrategy::Schedules::sampled);
  for (int i = 0; i < 100; ++i) {
    const std::optional<Plan> plan = strategy->next();
    ASSERT_TRUE(plan);
    seed = plan->tail_seed;
    InputCourse run(*plan);
    program(run);
    strategy->done(*plan, run.traced.trace);
  }
  EXPECT_GE(seeds_of_hit.size(), 40u);
}

// A loop that must go round 12 times, and branches behind it with thousands of combinations.
TEST(Concolic, RoundsOfALoopAreCounted) {
  const auto program = [](InputCourse& run) {
    std::size_t rounds = 0;
    while (rounds < 12 && run.branch(run.traced.is(run.byte(rounds), 'a'), 1)) ++rounds;
    for (std::size_t i = 12; i < 28; ++i)
      run.branch(run.traced.make(Op::ult, 1, {run.byte(i), run.constant(8, 100), 0}), i);
    if (rounds == 12) run.fail();
  };
  const auto strategy = make();
  EXPECT_NE(explore(*strategy, program, 200, 28).failures, 0u);
}

// Two checksums, one about the other, by a table that is not tracked: each byte that goes in was used with its value.
// What they guard is reached although no input is known that passes them.
TEST(Concolic, ChecksumsAreRepairedByTheProgramItself) {
  const auto program = [](InputCourse& run) {
    std::uint64_t sum = 7;
    const auto take_in = [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i <= last; ++i) {
        run.branch(run.byte(i), 10 + i, SLEAVE_PATH_CONSTRAINT_address);
        sum = mix64(sum ^ run.traced.value(run.byte(i)));
      }
    };
    const auto fits = [&](std::size_t low, std::uint64_t site) {
      const std::uint32_t stored = run.traced.make(Op::concat, 16, {run.byte(low + 1), run.byte(low), 0});
      return run.branch(run.traced.make(Op::equal, 1, {stored, run.constant(16, sum & 0xffff), 0}), site);
    };
    take_in(0, 3);
    if (!fits(4, 1)) return;
    take_in(4, 7);
    if (!fits(8, 2)) return;
    if (!run.branch(run.traced.is(run.byte(0), 'G'), 3)) return;
    if (!run.branch(run.traced.is(run.byte(7), 'E'), 4)) return;
    if (!run.branch(run.traced.make(Op::ult, 1, {run.byte(2), run.byte(1), 0}), 5)) return;
    run.fail();
  };
  const auto strategy = make();
  EXPECT_EQ(explore(*strategy, program, 500, 10).failures, 1u);
}

// What one process begins another can finish: the inputs that it knew lead to the others.
TEST(Concolic, GoesOnFromWhatWasSaved) {
  const auto program = [](InputCourse& run) {
    for (std::size_t i = 0; i < 8; ++i) {
      if (!run.branch(run.traced.is(run.byte(i), static_cast<std::uint8_t>('a' + i)), i + 1)) return;
    }
    run.fail();
  };
  const auto first = make();
  EXPECT_EQ(explore(*first, program, 5, 8).failures, 0u);
  const auto second = make();
  ASSERT_TRUE(second->load(first->save()));
  EXPECT_EQ(explore(*second, program, 100, 8).failures, 1u);
  EXPECT_FALSE(second->load("{}"));
}

}  // namespace
}  // namespace sleave
