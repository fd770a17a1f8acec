#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/test_size.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"
#include "engine/expr/pool.h"
#include "engine/expr/random_words_test.h"

namespace sleave::expr {
namespace {

constexpr std::uint32_t kInputBytes = 4;

std::uint64_t programs() { return test_size(3'000, 100'000); }

// The processor is the reference: simplified or not, an expression has the value that was computed.
TEST(Expr, EqualsTheProcessorsArithmetic) {
  for (std::uint64_t seed = 1; seed <= programs(); ++seed) {
    Rng rng(seed);
    const std::vector<Step> steps = random_steps(rng, 30, kInputBytes);
    Pool pool;
    const std::vector<Expr> made = build(pool, steps);
    Evaluation evaluation(pool);
    for (int round = 0; round < 8; ++round) {
      const std::vector<std::uint8_t> input = random_bytes(rng, kInputBytes);
      const std::vector<std::uint64_t> values = compute(steps, input);
      evaluation.set_input(input);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        ASSERT_EQ(pool.width(made[i]), steps[i].width);
        const Word value = evaluation.value(made[i]);
        ASSERT_EQ(static_cast<std::uint64_t>(value), values[i]) << "seed " << seed << ", step " << i;
        const KnownBits& known = pool.known(made[i]);
        ASSERT_EQ(value & known.zeros, Word{0}) << "seed " << seed << ", step " << i;
        ASSERT_EQ(~value & known.ones, Word{0}) << "seed " << seed << ", step " << i;
      }
    }
  }
}

TEST(Expr, DependsOnNothingButItsInputs) {
  for (std::uint64_t seed = 1; seed <= programs() / 10; ++seed) {
    Rng rng(seed);
    const std::vector<Step> steps = random_steps(rng, 30, kInputBytes);
    Pool pool;
    const std::vector<Expr> made = build(pool, steps);
    Inputs inputs(pool);
    Evaluation before(pool);
    Evaluation after(pool);
    const std::vector<std::uint8_t> input = random_bytes(rng, kInputBytes);
    std::vector<std::uint8_t> other = random_bytes(rng, kInputBytes);
    before.set_input(input);
    for (const Expr e : made) {
      std::vector<std::uint8_t> mixed = other;
      for (const std::uint32_t byte : inputs.of(e)) mixed[byte] = input[byte];
      after.set_input(mixed);
      ASSERT_EQ(before.value(e), after.value(e)) << "seed " << seed;
    }
  }
}

class Simplified : public testing::Test {
 protected:
  Expr input(std::uint32_t byte) { return pool.input(byte); }
  Expr wide(std::uint32_t byte) { return pool.zero_extend(input(byte), 32); }
  Expr number(Word value) { return pool.constant(32, value); }

  Pool pool;
};

TEST_F(Simplified, BytesPutTogetherAreTheBytes) {
  Expr word = wide(0);
  for (std::uint32_t i = 1; i < 4; ++i)
    word = pool.binary(Op::bit_or, word, pool.binary(Op::shl, wide(i), number(Word{8} * i)));
  Expr direct = pool.concat(input(3), pool.concat(input(2), pool.concat(input(1), input(0))));
  EXPECT_EQ(word, direct);
  EXPECT_EQ(pool.extract(word, 16, 8), input(2));
  Expr added = wide(0);
  for (std::uint32_t i = 1; i < 4; ++i)
    added = pool.binary(Op::add, added, pool.binary(Op::mul, wide(i), number(1u << (8 * i))));
  EXPECT_EQ(added, direct);
}

TEST_F(Simplified, ComparisonsOfWidenedBytesAreOfBytes) {
  const Expr below = pool.binary(Op::slt, wide(0), number(10));
  EXPECT_EQ(below, pool.binary(Op::ult, input(0), pool.constant(8, 10)));
  EXPECT_EQ(pool.binary(Op::slt, wide(0), number(256)), pool.path_constraint(true));
  EXPECT_EQ(pool.binary(Op::slt, number(0xffffffff), wide(0)), pool.path_constraint(true));
  EXPECT_EQ(pool.binary(Op::equal, pool.binary(Op::sub, wide(0), number('0')), number(7)),
            pool.binary(Op::equal, input(0), pool.constant(8, '7')));
  const Expr is_letter = pool.binary(Op::equal, pool.sign_extend(input(0), 32), number('A'));
  EXPECT_EQ(is_letter, pool.binary(Op::equal, input(0), pool.constant(8, 'A')));
}

TEST_F(Simplified, SumsOfBytesAreNarrow) {
  const Expr sum = pool.binary(Op::add, wide(0), wide(1));
  ASSERT_TRUE(pool.is(sum, Op::concat));
  EXPECT_EQ(pool.width(pool.node(sum).operands[1]), 9u);
}

TEST_F(Simplified, EqualExpressionsAreOne) {
  EXPECT_EQ(pool.binary(Op::add, wide(0), wide(1)), pool.binary(Op::add, wide(1), wide(0)));
  EXPECT_EQ(pool.binary(Op::bit_xor, wide(0), wide(0)), number(0));
  const Expr path_constraint = pool.binary(Op::ult, input(0), input(1));
  EXPECT_EQ(pool.negation(pool.negation(path_constraint)), path_constraint);
  EXPECT_EQ(pool.choose(path_constraint, pool.path_constraint(true), pool.path_constraint(false)), path_constraint);
}

TEST(Expr, ChainsMayBeLong) {
  constexpr std::uint32_t kLength = 100'000;
  Pool pool;
  Expr sum = pool.zero_extend(pool.input(0), 64);
  for (std::uint32_t i = 0; i < kLength; ++i) {
    sum = pool.binary(Op::bit_xor, pool.binary(Op::mul, sum, pool.constant(64, 33)),
                      pool.zero_extend(pool.input(i % 7), 64));
  }
  Evaluation evaluation(pool);
  const std::vector<std::uint8_t> input{1, 2, 3, 4, 5, 6, 7};
  evaluation.set_input(input);
  std::uint64_t expected = 1;
  for (std::uint32_t i = 0; i < kLength; ++i) expected = (expected * 33) ^ input[i % 7];
  EXPECT_EQ(static_cast<std::uint64_t>(evaluation.value(sum)), expected);
}

TEST(Expr, LongSumsMayBeCutShort) {
  constexpr std::uint32_t kLength = 100'000;
  const std::vector<std::uint8_t> input{1, 2, 3, 4, 5};
  Pool pool;
  Expr sum = pool.zero_extend(pool.input(0), 32);
  std::uint32_t expected = input[0];
  for (std::uint32_t i = 0; i < kLength; ++i) {
    sum = pool.binary(Op::add, sum, pool.binary(Op::mul, sum, pool.zero_extend(pool.input(i % 5), 32)));
    expected += expected * input[i % 5];
  }
  Evaluation evaluation(pool);
  const Expr low = pool.extract(sum, 0, 8);
  evaluation.set_input(input);
  EXPECT_EQ(static_cast<std::uint32_t>(evaluation.value(low)), expected & 0xff);
}

}  // namespace
}  // namespace sleave::expr
