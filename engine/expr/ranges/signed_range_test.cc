#include "engine/expr/signed_range.h"

#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "engine/expr/evaluate.h"

namespace sleave::expr {
namespace {

constexpr std::uint32_t kBytes = 3;

// Sums and differences of bytes and constants, in a width in which some of them wrap around.
class RandomSums {
 public:
  RandomSums(Pool& pool, std::uint64_t seed) : pool_(pool), rng_(seed) {}

  Expr sum(unsigned width, unsigned depth) {
    if (depth == 0 || rng_.below(4) == 0) return term(width);
    switch (rng_.below(4)) {
      case 0:
        return pool_.binary(Op::add, sum(width, depth - 1), sum(width, depth - 1));
      case 1:
        return pool_.choose(pool_.binary(Op::ult, byte(), byte()), sum(width, depth - 1), sum(width, depth - 1));
      default:
        return pool_.binary(Op::sub, sum(width, depth - 1), sum(width, depth - 1));
    }
  }

  std::vector<std::uint8_t> input() {
    std::vector<std::uint8_t> input(kBytes);
    for (std::uint8_t& value : input) value = static_cast<std::uint8_t>(rng_.next());
    return input;
  }

 private:
  Expr byte() { return pool_.input(static_cast<std::uint32_t>(rng_.below(kBytes))); }
  Expr term(unsigned width) {
    switch (rng_.below(3)) {
      case 0:
        return pool_.constant(width, rng_.below(2) == 0 ? rng_.next() & ones(width) : rng_.below(2000) & ones(width));
      case 1:
        return width > 8 ? pool_.concat(pool_.constant(width - 8, 0), byte()) : byte();
      default:
        return width > 8 ? pool_.sign_extend(byte(), width) : byte();
    }
  }

  Pool& pool_;
  Rng rng_;
};

TEST(SignedRange, ContainsEveryValue) {
  for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
    Pool pool;
    RandomSums random(pool, seed);
    const unsigned width = seed % 3 == 0 ? 8 : seed % 3 == 1 ? 12 : 64;
    const Expr e = random.sum(width, 4);
    const std::optional<SignedRange> range = signed_range(pool, e);
    if (!range) continue;
    Evaluation evaluation(pool);
    for (int i = 0; i < 50; ++i) {
      const std::vector<std::uint8_t> input = random.input();
      evaluation.set_input(input);
      const SignedWord value = as_signed(evaluation.value(e), width);
      EXPECT_TRUE(range->least <= value && value <= range->most) << "seed " << seed;
    }
  }
}

TEST(SignedRange, SignOfADifferenceIsAComparison) {
  for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
    Pool pool;
    RandomSums random(pool, seed);
    const unsigned width = seed % 2 == 0 ? 12 : 64;
    const Expr difference = pool.binary(Op::sub, random.sum(width, 2), random.sum(width, 2));
    const Expr negative = pool.binary(Op::slt, difference, pool.constant(width, 0));
    const Expr not_negative = pool.binary(Op::slt, pool.constant(width, ones(width)), difference);
    Evaluation evaluation(pool);
    for (int i = 0; i < 50; ++i) {
      const std::vector<std::uint8_t> input = random.input();
      evaluation.set_input(input);
      const bool is_negative = as_signed(evaluation.value(difference), width) < 0;
      EXPECT_EQ(evaluation.holds(negative), is_negative) << "seed " << seed;
      EXPECT_EQ(evaluation.holds(not_negative), !is_negative) << "seed " << seed;
    }
  }
}

// What is left of a balance after two payments, and whether the second was covered.
TEST(SignedRange, BalanceIsCoveredOrNegative) {
  Pool pool;
  const Expr price = pool.concat(pool.constant(56, 0), pool.input(0));
  const Expr left = pool.binary(Op::sub, pool.constant(64, 1000), price);
  const Expr covered = pool.negation(pool.binary(Op::slt, left, price));
  const Expr after = pool.binary(Op::sub, left, price);
  EXPECT_EQ(pool.binary(Op::slt, pool.constant(64, ones(64)), after), covered);
}

}  // namespace
}  // namespace sleave::expr
