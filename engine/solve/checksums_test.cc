#include "engine/solve/checksums.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/test_size.h"
#include "engine/expr/random_words_test.h"
#include "engine/solve/backends/z3_solver.h"
#include "engine/solve/queries.h"

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Pool;

Expr wide(Pool& pool, std::uint32_t byte) { return pool.zero_extend(pool.input(byte), 32); }

// CRC-32 of the bytes, bit by bit, as the standard defines it.
Expr crc32(Pool& pool, std::uint32_t first, std::uint32_t count) {
  Expr state = pool.constant(32, 0xffffffff);
  for (std::uint32_t byte = first; byte < first + count; ++byte) {
    state = pool.binary(Op::bit_xor, state, wide(pool, byte));
    for (unsigned bit = 0; bit < 8; ++bit) {
      const Expr half = pool.binary(Op::lshr, state, pool.constant(32, 1));
      const Expr turned = pool.binary(Op::bit_xor, half, pool.constant(32, 0xedb88320));
      state = pool.choose(pool.extract(state, 0, 1), turned, half);
    }
  }
  return pool.unary(Op::bit_not, state);
}

std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t state = 0xffffffff;
  for (const std::uint8_t byte : bytes) {
    state ^= byte;
    for (int bit = 0; bit < 8; ++bit) state = (state & 1) != 0 ? state >> 1 ^ 0xedb88320 : state >> 1;
  }
  return ~state;
}

Expr stored(Pool& pool, std::uint32_t first) {
  return pool.concat(pool.concat(pool.input(first + 3), pool.input(first + 2)),
                     pool.concat(pool.input(first + 1), pool.input(first)));
}

std::uint32_t word_at(const Input& input, std::size_t first) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | input.at(first + i);
  return word;
}

// 40 bytes with their sum behind them, and a sum of all of that: too large for the solver as a whole.
TEST(Checksums, AreComputedInTheirOrder) {
  Pool pool;
  Queries queries(pool, make_z3_solver(pool));
  constexpr std::uint32_t kBytes = 40;
  const Expr inner = pool.binary(Op::equal, stored(pool, kBytes), crc32(pool, 0, kBytes));
  const Expr outer = pool.binary(Op::equal, crc32(pool, 0, kBytes + 4), stored(pool, kBytes + 4));
  Input input(kBytes + 8);
  const auto put = [&](std::size_t at, std::uint32_t word) {
    for (std::size_t i = 0; i < 4; ++i) input[at + i] = static_cast<std::uint8_t>(word >> 8 * i);
  };
  put(kBytes, crc32(std::span(input).first(kBytes)));
  put(kBytes + 4, crc32(std::span(input).first(kBytes + 4)));
  const std::vector<Expr> holding{outer, inner};
  const Expr letter = pool.binary(Op::equal, pool.input(7), pool.constant(8, 'x'));
  const QueryAnswer answer = queries.ask(holding, letter, input);
  ASSERT_EQ(answer.verdict, Verdict::satisfiable);
  EXPECT_EQ(answer.input->at(7), 'x');
  EXPECT_EQ(word_at(*answer.input, kBytes), crc32(std::span(*answer.input).first(kBytes)));
  EXPECT_EQ(word_at(*answer.input, kBytes + 4), crc32(std::span(*answer.input).first(kBytes + 4)));
  EXPECT_EQ(queries.counts().summed, 1u);
  // A checksum itself is flipped by computing it.
  input[kBytes] ^= 1;
  const QueryAnswer fixed = queries.ask({}, inner, input);
  ASSERT_EQ(fixed.verdict, Verdict::satisfiable);
  EXPECT_EQ(word_at(*fixed.input, kBytes), crc32(std::span(*fixed.input).first(kBytes)));
}

// What cannot hold without the checksum cannot hold with it; what would have to hold for the stored bytes is checked.
TEST(Checksums, AreNoReasonToBelieveAnything) {
  Pool pool;
  Queries queries(pool, make_z3_solver(pool));
  const Expr sum = pool.binary(Op::equal, stored(pool, 8), crc32(pool, 0, 8));
  Input input(12);
  const std::uint32_t right = crc32(std::span(input).first(8));
  for (std::size_t i = 0; i < 4; ++i) input[8 + i] = static_cast<std::uint8_t>(right >> 8 * i);
  const Expr square = pool.binary(Op::mul, wide(pool, 0), wide(pool, 0));
  const Expr never =
      pool.binary(Op::equal, pool.binary(Op::bit_and, square, pool.constant(32, 3)), pool.constant(32, 2));
  EXPECT_EQ(queries.ask(std::vector{sum}, never, input).verdict, Verdict::unsatisfiable);
  const Expr other = pool.binary(Op::equal, pool.input(11), pool.constant(8, right >> 24 ^ 1));
  const QueryAnswer answer = queries.ask(std::vector{sum}, other, input);
  if (answer.verdict == Verdict::satisfiable) {
    EXPECT_EQ(word_at(*answer.input, 8), crc32(std::span(*answer.input).first(8)));
    EXPECT_EQ(answer.input->at(11), (right >> 24 ^ 1) & 0xff);
  }
}

// Random path constraints about two of six summed bytes, next to the sum: the verdict is that of all values of the two,
// since the others and the stored bytes may be any.
TEST(Checksums, GiveTheVerdictOfBruteForce) {
  std::uint64_t summed = 0;
  for (std::uint64_t seed = 1; seed <= test_size(60, 3'000); ++seed) {
    Rng rng(seed);
    Pool pool;
    Queries queries(pool, make_z3_solver(pool));
    const Expr checksum = pool.binary(Op::equal, stored(pool, 6), crc32(pool, 0, 6));
    const std::vector<expr::Step> steps = expr::random_steps(rng, 60, 2);
    const std::vector<Expr> made = expr::build(pool, steps);
    std::vector<Expr> others;
    for (std::size_t i = 0; i < steps.size() && others.size() < 2; ++i) {
      if (steps[i].width == 1 && !pool.is_constant(made[i])) others.push_back(made[i]);
    }
    if (others.size() < 2) continue;
    expr::Evaluation evaluation(pool);
    std::optional<Input> some;
    bool all_can_hold = false;
    for (std::uint32_t word = 0; word < 65'536; ++word) {
      const Input input{static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8)};
      evaluation.set_input(input);
      if (!evaluation.holds(others[1])) continue;
      const bool holds = evaluation.holds(others[0]);
      if (!some && !holds) some = input;
      all_can_hold = all_can_hold || holds;
    }
    if (!some) continue;
    some->resize(6);
    const std::uint32_t right = crc32(*some);
    for (unsigned i = 0; i < 4; ++i) some->push_back(static_cast<std::uint8_t>(right >> 8 * i));
    const std::vector<Expr> holding{checksum, others[1]};
    const QueryAnswer answer = queries.ask(holding, others[0], *some);
    EXPECT_EQ(answer.verdict, all_can_hold ? Verdict::satisfiable : Verdict::unsatisfiable) << "seed " << seed;
    if (answer.verdict == Verdict::satisfiable) {
      evaluation.set_input(*answer.input);
      EXPECT_TRUE(evaluation.holds(others[0]) && evaluation.holds(others[1])) << "seed " << seed;
      EXPECT_EQ(word_at(*answer.input, 6), crc32(std::span(*answer.input).first(6))) << "seed " << seed;
    }
    summed += queries.counts().summed;
  }
  EXPECT_NE(summed, 0u);
}

}  // namespace
}  // namespace sleave::solve
