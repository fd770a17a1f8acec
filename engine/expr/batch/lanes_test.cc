#include "engine/expr/batch/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/expr/batch/batch.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/random_words_test.h"

namespace sleave::expr {
namespace {

constexpr Op kAll[] = {
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) Op::name,
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
};

// Often the ends of the range, where operations have their exceptions.
std::uint64_t random_value(Rng& rng, unsigned width) {
  const auto most = static_cast<std::uint64_t>(ones(width));
  switch (rng.below(4)) {
    case 0:
      return rng.below(3) & most;
    case 1:
      return most - (rng.below(3) & most);
    case 2:
      return (static_cast<std::uint64_t>(top_bit(width)) + rng.below(3) - 1) & most;
    default:
      return rng.next() & most;
  }
}

struct Operands {
  Shape shape;
  unsigned widths[3];
};

// Of an operation that has them, as a pool would give them.
Operands random_operands(Rng& rng, Op op) {
  const auto width = static_cast<unsigned>(1 + rng.below(kMostLaneBits));
  Operands operands{.shape = {.width = width, .operand_width = width, .low = 0}, .widths = {width, width, width}};
  const auto lower = static_cast<unsigned>(rng.below(width));
  switch (op) {
    case Op::extract:
      operands.shape.width = width - lower;
      operands.shape.low = static_cast<unsigned>(rng.below(lower + 1));
      break;
    case Op::sign_extend:
      operands.shape.operand_width = operands.widths[0] = width - lower;
      break;
    case Op::concat:
      operands.shape.operand_width = operands.widths[1] = std::max(lower, 1u);
      operands.widths[0] = std::max(width - operands.widths[1], 1u);
      operands.shape.width = operands.widths[0] + operands.widths[1];
      break;
    case Op::equal:
    case Op::ult:
    case Op::slt:
      operands.shape.width = 1;
      break;
    case Op::choose:
      operands.widths[0] = 1;
      break;
    default:
      break;
  }
  return operands;
}

TEST(Lanes, EveryOperationIsWhatItIsForOneWord) {
  Rng rng(1);
  for (const Op op : kAll) {
    if (operands_of(op) == 0) continue;
    for (std::uint64_t round = 0; round < test_size(300, 20'000); ++round) {
      const Operands operands = random_operands(rng, op);
      if (operands.shape.width > kMostLaneBits) continue;
      Lanes values[3];
      Lanes result;
      for (unsigned i = 0; i < operands_of(op); ++i) {
        for (std::uint64_t& value : values[i].values) value = random_value(rng, operands.widths[i]);
      }
      apply_to_lanes(op, operands.shape, values[0], values[1], values[2], result);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const Word expected =
            apply(op, operands.shape, values[0].values[lane], values[1].values[lane], values[2].values[lane]);
        ASSERT_EQ(result.values[lane], static_cast<std::uint64_t>(expected))
            << "operation " << static_cast<unsigned>(op) << ", " << operands.shape.operand_width << " bits, "
            << values[0].values[lane] << " and " << values[1].values[lane];
      }
    }
  }
}

TEST(Lanes, ThatHoldAreBits) {
  Lanes lanes;
  lanes.values[0] = 1;
  lanes.values[31] = std::uint64_t{1} << 63;
  EXPECT_EQ(lanes_that_hold(lanes), 0x80000001u);
}

TEST(Batch, IsTheEvaluationOfEachInput) {
  for (std::uint64_t seed = 1; seed <= test_size(50, 5'000); ++seed) {
    Rng rng(seed);
    Pool pool;
    const std::vector<Expr> made = build(pool, random_steps(rng, 60, 6));
    std::optional<Batch> batch = Batch::compile(pool, made);
    ASSERT_TRUE(batch);
    std::vector<std::vector<std::uint8_t>> inputs(kLanes);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      inputs[lane] = random_bytes(rng, 6);
      for (std::size_t i = 0; i < batch->bytes().size(); ++i)
        batch->byte(i).values[lane] = inputs[lane][batch->bytes()[i]];
    }
    batch->run();
    Evaluation evaluation(pool);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      evaluation.set_input(inputs[lane]);
      for (const Expr e : made)
        ASSERT_EQ(batch->value(e).values[lane], static_cast<std::uint64_t>(evaluation.value(e))) << "seed " << seed;
    }
  }
}

TEST(Batch, HasNoWordsOfMoreThan64Bits) {
  Pool pool;
  const Expr wide = pool.zero_extend(pool.input(0), 65);
  EXPECT_FALSE(Batch::compile(pool, std::span(&wide, 1)));
}

}  // namespace
}  // namespace sleave::expr
