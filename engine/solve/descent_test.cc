#include "engine/solve/descent.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/test_size.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/random_words_test.h"

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Pool;

constexpr std::uint32_t kBytes = 6;
constexpr std::uint64_t kEnough = 100'000'000;

std::vector<Expr> random_path_constraints(Rng& rng, Pool& pool) {
  const std::vector<expr::Step> steps = expr::random_steps(rng, 60, kBytes);
  const std::vector<Expr> made = expr::build(pool, steps);
  std::vector<Expr> path_constraints;
  for (std::size_t i = 0; i < steps.size() && path_constraints.size() < 4; ++i) {
    if (steps[i].width == 1 && !pool.is_constant(made[i])) path_constraints.push_back(made[i]);
  }
  return path_constraints;
}

bool all_hold(const Pool& pool, std::span<const Expr> path_constraints, const Bytes& bytes) {
  std::vector<std::uint8_t> input(16);
  for (const auto& [number, value] : bytes) input.at(number) = value;
  expr::Evaluation evaluation(pool);
  evaluation.set_input(input);
  return std::all_of(path_constraints.begin(), path_constraints.end(), [&](Expr e) { return evaluation.holds(e); });
}

TEST(Distance, IsZeroExactlyWhereAllHold) {
  std::uint64_t zeros = 0;
  for (std::uint64_t seed = 1; seed <= test_size(300, 20'000); ++seed) {
    Rng rng(seed);
    Pool pool;
    const std::vector<Expr> path_constraints = random_path_constraints(rng, pool);
    if (path_constraints.empty()) continue;
    std::optional<Distance> distance = Distance::compile(pool, path_constraints);
    ASSERT_TRUE(distance);
    std::vector<std::vector<std::uint8_t>> inputs(expr::kLanes);
    const std::vector<std::uint32_t>& bytes = distance->batch().bytes();
    for (std::size_t lane = 0; lane < expr::kLanes; ++lane) {
      inputs[lane] = expr::random_bytes(rng, kBytes);
      for (std::size_t i = 0; i < bytes.size(); ++i) distance->batch().byte(i).values[lane] = inputs[lane][bytes[i]];
    }
    distance->measure();
    expr::Evaluation evaluation(pool);
    for (std::size_t lane = 0; lane < expr::kLanes; ++lane) {
      evaluation.set_input(inputs[lane]);
      bool all = true;
      for (std::size_t i = 0; i < path_constraints.size(); ++i) {
        const bool holds = evaluation.holds(path_constraints[i]);
        EXPECT_EQ(distance->of(i).values[lane] == 0, holds) << "seed " << seed;
        all = all && holds;
      }
      EXPECT_EQ(distance->sum().values[lane] == 0, all) << "seed " << seed;
      zeros += all ? 1 : 0;
    }
  }
  EXPECT_NE(zeros, 0u);
}

TEST(Distance, IsSmallerWhereAComparisonIsNearer) {
  Pool pool;
  const Expr word = pool.concat(pool.input(1), pool.input(0));
  const Expr path_constraint = pool.binary(Op::ult, word, pool.constant(16, 1'000));
  std::optional<Distance> distance = Distance::compile(pool, std::span(&path_constraint, 1));
  ASSERT_TRUE(distance);
  const std::vector<std::uint32_t>& bytes = distance->batch().bytes();
  for (std::size_t lane = 0; lane < expr::kLanes; ++lane) {
    const std::uint64_t value = 990 + 100 * lane;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      distance->batch().byte(i).values[lane] = value >> 8 * bytes[i] & 0xff;
  }
  distance->measure();
  EXPECT_EQ(distance->sum().values[0], 0u);
  for (std::size_t lane = 1; lane < expr::kLanes; ++lane)
    EXPECT_LT(distance->sum().values[lane - 1], distance->sum().values[lane]);
}

// What it finds holds, and it finds the same again. Nothing is claimed of what it does not find.
TEST(Descent, FindsOnlyWhatHolds) {
  const std::uint64_t problems = test_size(200, 10'000);
  std::uint64_t found = 0;
  for (std::uint64_t seed = 1; seed <= problems; ++seed) {
    Rng rng(seed);
    Pool pool;
    const std::vector<Expr> path_constraints = random_path_constraints(rng, pool);
    if (path_constraints.empty()) continue;
    const std::vector<std::uint8_t> start = expr::random_bytes(rng, kBytes);
    Descent descent(pool);
    const std::optional<Bytes> bytes = descent.run(path_constraints, start, 300'000);
    EXPECT_EQ(descent.run(path_constraints, start, 300'000), bytes) << "seed " << seed;
    if (!bytes) continue;
    ++found;
    EXPECT_TRUE(all_hold(pool, path_constraints, *bytes)) << "seed " << seed;
  }
  EXPECT_GT(found, problems / 5);
}

// Where the distance leads to the answer it is found, also across bytes and from the far end of a word.
TEST(Descent, GoesDownToBoundsOfWords) {
  Pool pool;
  const auto word = [&](std::uint32_t first) {
    return pool.concat(pool.concat(pool.input(first + 3), pool.input(first + 2)),
                       pool.concat(pool.input(first + 1), pool.input(first)));
  };
  const auto constant = [&](std::uint64_t value) { return pool.constant(32, value); };
  const Expr sum = pool.binary(Op::add, pool.binary(Op::mul, word(0), constant(3)), word(4));
  const std::vector<Expr> path_constraints{
      pool.binary(Op::ult, constant(70'000), word(0)), pool.binary(Op::ult, word(0), constant(70'010)),
      pool.binary(Op::slt, word(4), constant(0)), pool.binary(Op::equal, sum, constant(123'456))};
  Descent descent(pool);
  for (const std::uint8_t fill : {0, 255, 77}) {
    const std::optional<Bytes> bytes = descent.run(path_constraints, std::vector<std::uint8_t>(8, fill), kEnough);
    ASSERT_TRUE(bytes) << unsigned{fill};
    EXPECT_TRUE(all_hold(pool, path_constraints, *bytes));
  }
}

TEST(Descent, KeepsToItsBudget) {
  Pool pool;
  const Expr square = pool.zero_extend(pool.concat(pool.input(1), pool.input(0)), 32);
  const Expr never = pool.binary(Op::equal, pool.binary(Op::mul, square, square), pool.constant(32, 2));
  Descent descent(pool);
  EXPECT_FALSE(descent.run(std::span(&never, 1), {}, 1'000));
  EXPECT_LE(descent.operations(), 1'000u + 64 * 64);
}

}  // namespace
}  // namespace sleave::solve
