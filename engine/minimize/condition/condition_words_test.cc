// How conditions are written: expressions, and sets of values, against all values there are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "engine/base/rng.h"
#include "engine/minimize/condition/expression_text.h"
#include "engine/minimize/condition/value_set.h"

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;

std::unique_ptr<Solving> started() {
  Result<std::unique_ptr<Solving>> solving = Solving::start({});
  return std::move(*solving);
}

class Written : public testing::Test {
 protected:
  expr::Pool& pool() { return solving_->pool(); }
  Expr byte(std::uint32_t number) { return pool().input(number); }
  Expr constant(unsigned width, std::uint64_t value) { return pool().constant(width, value); }
  std::string text(Expr e, std::size_t most = 70) {
    return expression_text(pool(), e, words_, most).value_or("too long");
  }
  std::optional<std::string> set(Expr word, Expr path_constraint, std::uint64_t value, const Numbers& numbers = {}) {
    return value_set_text(*solving_, word, path_constraint, pool().path_constraint(true), value, "n", numbers);
  }

  std::unique_ptr<Solving> solving_ = started();
  std::vector<InputWord> words_ = {{"n", {0, 1}, 0}, {"packet", {2, 3, 4, 5}, 0}, {"start", {6}, 10}, {"m", {7, 8}, 0}};
};

TEST_F(Written, NamesOfInputsAndTheirParts) {
  const Expr n = pool().concat(byte(1), byte(0));
  const Expr m = pool().concat(byte(8), byte(7));
  EXPECT_EQ(text(pool().binary(Op::ult, n, constant(16, 700))), "n < 700");
  EXPECT_EQ(text(pool().negation(pool().binary(Op::equal, n, m))), "n != m");
  EXPECT_EQ(text(pool().binary(Op::equal, n, m)), "n == m");
  EXPECT_EQ(text(pool().binary(Op::equal, n, pool().zero_extend(byte(6), 16))), "n[1] == 0 && n[0] == start - 10");
  const Expr sum = pool().binary(Op::add, pool().zero_extend(byte(3), 16), n);
  EXPECT_EQ(text(pool().binary(Op::ult, sum, constant(16, 300))), "n + packet[1] < 300");
}

TEST_F(Written, ANumberOfARangeWithItsLowEnd) {
  const Expr start = pool().binary(Op::add, pool().zero_extend(byte(6), 32), constant(32, 10));
  const Expr n = pool().zero_extend(pool().concat(byte(1), byte(0)), 32);
  EXPECT_EQ(text(pool().binary(Op::ult, pool().binary(Op::mul, start, n), n)), "start * n < n");
}

TEST_F(Written, ARangeThatIsTestedInOneComparison) {
  const Expr digit = pool().binary(Op::sub, byte(2), constant(8, '0'));
  EXPECT_EQ(text(pool().binary(Op::ult, digit, constant(8, 10))), "48 <= packet[0] <= 57");
  EXPECT_EQ(text(pool().binary(Op::ult, digit, constant(8, 250))), "packet[0] - 48 < 250");
  EXPECT_EQ(text(pool().negation(pool().binary(Op::ult, digit, constant(8, 251)))), "43 <= packet[0] <= 47");
  for (unsigned value = 0; value < 256; ++value) {
    EXPECT_EQ(static_cast<std::uint8_t>(value - 48) >= 251, value >= 43 && value <= 47);
  }
}

TEST_F(Written, WhatIsNotSoIsTurnedRound) {
  const Expr p = byte(2);
  const Expr q = byte(3);
  const Expr below = pool().binary(Op::ult, p, q);  // first: a pool has operands in the order in which they were made
  const Expr either = pool().binary(Op::bit_or, below, pool().binary(Op::equal, p, constant(8, 7)));
  EXPECT_EQ(text(pool().negation(either)), "packet[0] >= packet[1] && packet[0] != 7");
  const Expr sum = pool().binary(Op::add, p, q);
  EXPECT_EQ(text(pool().negation(pool().binary(Op::slt, constant(8, 0xff), sum))), "packet[0] + packet[1] <= -1");
}

TEST_F(Written, ParenthesesWhereTheyAreNeeded) {
  const Expr a = byte(2);
  const Expr b = byte(3);
  const Expr c = byte(4);
  EXPECT_EQ(text(pool().binary(Op::mul, pool().binary(Op::add, a, b), c)), "packet[2] * (packet[0] + packet[1])");
  EXPECT_EQ(text(pool().binary(Op::sub, a, pool().binary(Op::sub, b, c))), "packet[0] - (packet[1] - packet[2])");
  EXPECT_EQ(text(pool().binary(Op::mul, a, pool().binary(Op::mul, b, c)), 20), "too long");
}

// What brute force finds of a byte, in the same words.
std::optional<std::string> by_brute_force(const std::vector<bool>& fulfils) {
  std::vector<unsigned> values;
  for (unsigned value = 0; value < 256; ++value) {
    if (fulfils[value]) values.push_back(value);
  }
  const unsigned least = values.front();
  const unsigned most = values.back();
  const bool connected = most - least + 1 == values.size();
  if (values.size() == 255) {
    unsigned missing = 0;
    while (fulfils[missing]) ++missing;
    return fmt::format("n != {}", missing);
  }
  if (!connected) return std::nullopt;
  if (least == most) return fmt::format("n == {}", least);
  if (least == 0) return fmt::format("n <= {}", most);
  if (most == 255) return fmt::format("n >= {}", least);
  return fmt::format("{} <= n <= {}", least, most);
}

TEST_F(Written, SetsOfRandomBytes) {
  Rng rng(8);
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    const Expr n = byte(0);
    const Expr wide = pool().zero_extend(n, 16);
    const std::uint64_t factor = 1 + rng.below(5);
    const std::uint64_t low = rng.below(400);
    const std::uint64_t high = low + 1 + rng.below(500);
    const Expr scaled = pool().binary(Op::mul, wide, constant(16, factor));
    const Expr path_constraint =
        pool().binary(Op::bit_and, pool().negation(pool().binary(Op::ult, scaled, constant(16, low))),
                      pool().binary(Op::ult, scaled, constant(16, high)));
    std::vector<bool> fulfils;
    for (unsigned value = 0; value < 256; ++value) fulfils.push_back(value * factor >= low && value * factor < high);
    const auto first = std::find(fulfils.begin(), fulfils.end(), true);
    const bool all = std::find(fulfils.begin(), fulfils.end(), false) == fulfils.end();
    if (first == fulfils.end() || all) continue;
    const auto value = static_cast<std::uint64_t>(first - fulfils.begin());
    EXPECT_EQ(set(n, path_constraint, value), by_brute_force(fulfils));
  }
}

TEST_F(Written, SetsOfOtherShapes) {
  const Expr n = byte(0);
  const Expr masked = pool().binary(Op::bit_and, n, constant(8, 0x31));
  EXPECT_EQ(set(n, pool().binary(Op::equal, masked, constant(8, 0x20)), 0x20), "(n & 0x31) == 0x20");
  EXPECT_EQ(set(n, pool().binary(Op::equal, pool().extract(n, 0, 5), constant(5, 3)), 3), "n % 32 == 3");
  EXPECT_EQ(set(n, pool().binary(Op::slt, n, constant(8, 5)), 0), "n <= 4");
  EXPECT_EQ(set(n, pool().binary(Op::slt, n, constant(8, 0)), 200), "n >= 128");
  EXPECT_EQ(set(n, pool().binary(Op::equal, n, constant(8, 'x')), 'x', {.base = 0, .characters = true}), "n == 'x'");
  EXPECT_EQ(set(n, pool().binary(Op::ult, n, constant(8, 5)), 0, {.base = -2, .characters = false}), "n <= 2");
  const Expr word = pool().concat(byte(3), pool().concat(byte(2), pool().concat(byte(1), byte(0))));
  const Expr above = pool().binary(Op::slt, constant(32, 7), word);
  EXPECT_EQ(value_set_text(*solving_, word, above, pool().path_constraint(true), 8, "n", {}), "n >= 8");
  const Expr third = pool().binary(Op::equal, pool().binary(Op::urem, n, constant(8, 3)), constant(8, 1));
  EXPECT_EQ(set(n, third, 1), std::nullopt);
}

}  // namespace
}  // namespace sleave
