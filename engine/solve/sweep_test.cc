#include "engine/solve/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/base/test_size.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/random_words_test.h"
#include "engine/solve/byte_domains.h"

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Pool;

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

bool all_hold(expr::Evaluation& evaluation, std::span<const Expr> path_constraints,
              const std::vector<std::uint8_t>& input) {
  evaluation.set_input(input);
  return std::all_of(path_constraints.begin(), path_constraints.end(),
                     [&](Expr path_constraint) { return evaluation.holds(path_constraint); });
}

std::vector<std::uint8_t> random_values(Rng& rng) {
  std::vector<std::uint8_t> values;
  const std::uint64_t share = 1 + rng.below(8);
  for (unsigned value = 0; value < 256; ++value) {
    if (rng.below(share) == 0) values.push_back(static_cast<std::uint8_t>(value));
  }
  if (values.empty()) values.push_back(static_cast<std::uint8_t>(rng.below(256)));
  return values;
}

// Up to three path constraints, about so many bytes.
std::vector<Expr> random_path_constraints(Rng& rng, Pool& pool, std::uint32_t bytes = 2) {
  std::vector<Expr> path_constraints;
  const std::size_t wanted = 1 + rng.below(3);
  while (path_constraints.size() < wanted) {
    const std::vector<expr::Step> steps = expr::random_steps(rng, 24, bytes);
    const std::vector<Expr> made = expr::build(pool, steps);
    for (std::size_t i = 0; i < steps.size() && path_constraints.size() < wanted; ++i) {
      if (steps[i].width == 1 && !pool.is_constant(made[i]) && rng.below(2) == 0) path_constraints.push_back(made[i]);
    }
  }
  return path_constraints;
}

TEST(Sweep, FindsWhatIsThereAndNothingElse) {
  const std::uint64_t problems = test_size(60, 5'000);
  std::uint64_t found = 0;
  for (std::uint64_t seed = 1; seed <= problems; ++seed) {
    Rng rng(seed);
    Pool pool;
    expr::Inputs inputs(pool);
    const std::vector<Expr> path_constraints = random_path_constraints(rng, pool);
    const std::vector<Sweep::Byte> both{{.number = 0, .values = random_values(rng)},
                                        {.number = 1, .values = random_values(rng)}};
    std::vector<Sweep::Byte> bytes;
    for (const Sweep::Byte& byte : both) {
      const auto is_about_it = [&](Expr path_constraint) {
        const expr::Inputs::Set& about = inputs.of(path_constraint);
        return std::find(about.begin(), about.end(), byte.number) != about.end();
      };
      if (std::any_of(path_constraints.begin(), path_constraints.end(), is_about_it)) bytes.push_back(byte);
    }
    expr::Evaluation evaluation(pool);
    bool possible = false;
    for (const std::uint8_t low : both[0].values) {
      for (const std::uint8_t high : both[1].values)
        possible = possible || all_hold(evaluation, path_constraints, {low, high});
    }
    Sweep sweep(pool, inputs, bytes, path_constraints);
    const Sweep::End end = sweep.run(kNoLimit);
    ASSERT_EQ(end, possible ? Sweep::End::found : Sweep::End::none) << "seed " << seed;
    if (possible) {
      ++found;
      EXPECT_TRUE(all_hold(evaluation, path_constraints, {sweep.value_of(0), sweep.value_of(1)})) << "seed " << seed;
    }
  }
  EXPECT_NE(found, 0u);
  EXPECT_NE(found, problems);
}

// The order of the answers, what is counted and where it gives up do not depend on how many are computed at a time.
TEST(Sweep, IsTheSameByLanesAndByWords) {
  const std::uint64_t problems = test_size(200, 10'000);
  std::uint64_t ends[3] = {};
  for (std::uint64_t seed = 1; seed <= problems; ++seed) {
    Rng rng(seed);
    Pool pool;
    expr::Inputs inputs(pool);
    const std::vector<Expr> path_constraints = random_path_constraints(rng, pool, 4);
    std::set<std::uint32_t> about;
    for (const Expr path_constraint : path_constraints)
      about.insert(inputs.of(path_constraint).begin(), inputs.of(path_constraint).end());
    std::vector<Sweep::Byte> bytes;
    for (const std::uint32_t number : about) bytes.push_back({.number = number, .values = random_values(rng)});
    Sweep words(pool, inputs, bytes, path_constraints, Sweep::By::words);
    Sweep lanes(pool, inputs, bytes, path_constraints);
    const std::uint64_t most = rng.below(2) == 0 ? rng.below(2'000) : 200'000 + rng.below(100'000);
    const Sweep::End end = words.run(most);
    ASSERT_EQ(lanes.run(most), end) << "seed " << seed;
    ASSERT_EQ(lanes.operations(), words.operations()) << "seed " << seed;
    ++ends[static_cast<std::size_t>(end)];
    if (end != Sweep::End::found) continue;
    for (const std::uint32_t number : about)
      ASSERT_EQ(lanes.value_of(number), words.value_of(number)) << "seed " << seed;
  }
  for (const std::uint64_t times : ends) EXPECT_NE(times, 0u);
}

TEST(Sweep, TakesWordsThatAreTooWideForLanesOneByOne) {
  Pool pool;
  expr::Inputs inputs(pool);
  const Expr wide = pool.zero_extend(pool.concat(pool.input(1), pool.input(0)), 128);
  const Expr path_constraint =
      pool.binary(Op::equal, pool.binary(Op::mul, wide, pool.binary(Op::shl, wide, pool.constant(128, 70))),
                  pool.constant(128, expr::Word{54'321} * 54'321 << 70));
  std::vector<Sweep::Byte> bytes{{.number = 0, .values = {}}, {.number = 1, .values = {}}};
  for (unsigned value = 0; value < 256; ++value) {
    for (Sweep::Byte& byte : bytes) byte.values.push_back(static_cast<std::uint8_t>(value));
  }
  Sweep sweep(pool, inputs, bytes, std::span(&path_constraint, 1));
  ASSERT_EQ(sweep.run(kNoLimit), Sweep::End::found);
  EXPECT_EQ(sweep.value_of(0) + 256u * sweep.value_of(1), 54'321u);
}

TEST(Sweep, GivesUpWhenItWasTold) {
  Pool pool;
  expr::Inputs inputs(pool);
  const Expr product = pool.binary(Op::mul, pool.zero_extend(pool.input(0), 16), pool.zero_extend(pool.input(1), 16));
  const Expr path_constraint = pool.binary(Op::equal, product, pool.constant(16, 251 * 241));
  std::vector<Sweep::Byte> bytes{{.number = 0, .values = {}}, {.number = 1, .values = {}}};
  for (unsigned value = 0; value < 256; ++value) {
    for (Sweep::Byte& byte : bytes) byte.values.push_back(static_cast<std::uint8_t>(value));
  }
  EXPECT_EQ(Sweep(pool, inputs, bytes, std::span(&path_constraint, 1)).run(100), Sweep::End::given_up);
  EXPECT_EQ(Sweep(pool, inputs, bytes, std::span(&path_constraint, 1)).run(kNoLimit), Sweep::End::found);
}

// A second of the day, in three bytes: the bound leaves two values of the upper one, and the rest are gone through.
TEST(ByteDomains, DecideAboutARangeWhateverIsComputed) {
  Pool pool;
  expr::Inputs inputs(pool);
  ByteDomains domains(pool, inputs);
  const Expr second = pool.concat(pool.input(2), pool.concat(pool.input(1), pool.input(0)));
  const auto constant = [&](unsigned value) { return pool.constant(24, value); };
  const Expr in_range = pool.binary(Op::ult, second, constant(86'400));
  const Expr of_hour = pool.binary(Op::urem, second, constant(3'600));
  const auto is = [&](Expr word, unsigned value) { return pool.binary(Op::equal, word, constant(value)); };
  constexpr std::uint64_t kGates = 10'000;
  const std::vector<Expr> last{in_range, is(of_hour, 3'599), is(pool.binary(Op::udiv, second, constant(3'600)), 23)};
  const std::optional<Answer> found = domains.decide(last, kGates);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->verdict, Verdict::satisfiable);
  EXPECT_EQ(found->bytes.at(0) + 256u * found->bytes.at(1) + 65'536u * found->bytes.at(2), 86'399u);
  const std::vector<Expr> never{in_range, is(pool.binary(Op::udiv, second, constant(3'600)), 24)};
  const std::optional<Answer> none = domains.decide(never, kGates);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->verdict, Verdict::unsatisfiable);
}

}  // namespace
}  // namespace sleave::solve
