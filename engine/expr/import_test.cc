#include "engine/expr/import.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/rng.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/path.h"
#include "engine/expr/traced_test.h"
#include "engine/trace/file_of_test.h"

namespace sleave::expr {
namespace {

std::string problem_of(const Trace& trace) {
  Pool pool;
  Variables variables;
  return Import(trace, pool, variables, Compare::values).problem();
}

// Four bytes of one input and a path constraint about the word they are.
Traced word_below(std::uint32_t limit, const std::vector<std::uint8_t>& bytes) {
  Traced traced;
  const std::vector<std::uint32_t> b = traced.input(7, "n", bytes);
  const std::uint32_t lower = traced.make(Op::concat, 16, {b[1], b[0], 0});
  const std::uint32_t upper = traced.make(Op::concat, 16, {b[3], b[2], 0});
  const std::uint32_t word = traced.make(Op::concat, 32, {upper, lower, 0});
  traced.path_constraint(traced.make(Op::ult, 1, {word, traced.constant(32, limit), 0}));
  return traced;
}

TEST(Import, APathConstraintHoldsForTheRunsInputAndNotForOthers) {
  const Traced traced = word_below(1000, {231, 3, 0, 0});  // 999
  Pool pool;
  Variables variables;
  const Result<Path> path = path_of(traced.trace, pool, variables, Compare::values);
  ASSERT_TRUE(path) << path.error().message;
  ASSERT_EQ(path->path_constraints.size(), 1u);
  EXPECT_EQ(path->path_constraints[0].turn(), Turn::FLIP);
  Evaluation evaluation(pool);
  evaluation.set_input(path->values);
  EXPECT_TRUE(evaluation.holds(path->path_constraints[0].held));
  const Values thousand{232, 3, 0, 0};
  evaluation.set_input(thousand);
  EXPECT_FALSE(evaluation.holds(path->path_constraints[0].held));
}

TEST(Import, ByteKeepsItsNumberWhateverTheOrderOfAsking) {
  Traced first;
  const auto a = first.input(1, "a", {5});
  const auto b = first.input(2, "b", {6, 7});
  first.path_constraint(first.is(a[0], 5));
  first.path_constraint(first.is(b[1], 7));
  Traced second;
  const auto b2 = second.input(2, "b", {6, 7});
  const auto a2 = second.input(1, "a", {5});
  second.path_constraint(second.is(a2[0], 5));
  second.path_constraint(second.is(b2[1], 7));
  Pool pool;
  Variables variables;
  const Result<Path> one = path_of(first.trace, pool, variables, Compare::values);
  const Result<Path> other = path_of(second.trace, pool, variables, Compare::values);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->path_constraints[0].held, other->path_constraints[0].held);
  EXPECT_EQ(one->path_constraints[1].held, other->path_constraints[1].held);
  EXPECT_EQ(one->values, other->values);
}

TEST(Import, PlanGetsTheInputsOfTheRunWithOtherValues) {
  const Traced traced = word_below(10, {1, 2, 3, 4});
  Pool pool;
  Variables variables;
  ASSERT_TRUE(path_of(traced.trace, pool, variables, Compare::values));
  const std::vector<Plan::Input> given{{.name = 9, .bytes = {std::byte{8}}}, {.name = 7, .bytes = {}}};
  const std::vector<Plan::Input> inputs = variables.inputs_with(given, traced.trace, {9, 8, 7});
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0], (Plan::Input{.name = 7, .bytes = {std::byte{9}, std::byte{8}, std::byte{7}, std::byte{0}}}));
  EXPECT_EQ(inputs[1], given[0]);
}

TEST(Import, OtherValuesOfAWordAreToBeLookedFor) {
  Traced traced;
  traced.path_constraint(traced.input(1, "i", {3})[0], SLEAVE_PATH_CONSTRAINT_address);
  Pool pool;
  Variables variables;
  const Result<Path> path = path_of(traced.trace, pool, variables, Compare::values);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->path_constraints[0].turn(), Turn::OTHER);
  EXPECT_EQ(path->path_constraints[0].value, 3u);
}

TEST(Import, WhatDoesNotFitIsRefused) {
  const Traced good = word_below(1000, {1, 2, 3, 4});
  EXPECT_EQ(problem_of(good.trace), "");
  for (std::size_t i = 1; i < good.trace.expressions.size(); ++i) {
    Trace wider = good.trace;
    wider.expressions[i].width = 33;
    EXPECT_NE(problem_of(wider), "") << i;
    if (good.trace.expressions[i].op == SLEAVE_OP_constant) continue;
    Trace other = good.trace;
    other.expressions[i].value[0] ^= 1;
    EXPECT_NE(problem_of(other), "") << i;
  }
  Trace no_input = good.trace;
  no_input.inputs.clear();
  EXPECT_NE(problem_of(no_input), "");
}

TEST(Import, AWidePathConstraintIsNoPathConstraint) {
  Traced traced;
  traced.path_constraint(traced.input(1, "i", {3})[0], SLEAVE_PATH_CONSTRAINT_branch);
  Pool pool;
  Variables variables;
  EXPECT_FALSE(path_of(traced.trace, pool, variables, Compare::values));
}

// A random operation on random earlier expressions, its operands cut or extended to fit.
class RandomTrace {
 public:
  explicit RandomTrace(std::uint64_t seed) : rng_(seed) {
    std::vector<std::uint8_t> bytes(6);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng_.next());
    words_ = traced.input(1, "x", bytes);
    words_.push_back(traced.constant(1 + below(128), 0));
    for (int i = 0; i < 40; ++i) words_.push_back(step());
    for (const std::uint32_t word : words_) traced.path_constraint(word, SLEAVE_PATH_CONSTRAINT_value);
  }

  Traced traced;

 private:
  std::uint32_t below(std::uint64_t limit) { return static_cast<std::uint32_t>(rng_.next() % limit); }
  std::uint32_t any() { return words_[below(words_.size())]; }
  unsigned width(std::uint32_t word) { return traced.trace.expressions[word].width; }

  std::uint32_t fitted(std::uint32_t word, unsigned wanted) {
    if (width(word) > wanted) return traced.make(Op::extract, wanted, {word, 0, 0}, below(width(word) - wanted + 1));
    return width(word) < wanted ? traced.make(Op::sign_extend, wanted, {word, 0, 0}) : word;
  }

  std::uint32_t step() {
    const auto op = static_cast<Op>(2 + below(kOps - 2));
    const std::uint32_t a = any();
    const std::uint32_t b = any();
    if (op == Op::bit_not) return traced.make(op, width(a), {a, 0, 0});
    if (op == Op::extract) return fitted(a, 1 + below(width(a)));
    if (op == Op::sign_extend) return fitted(a, width(a) + below(kMostBits - width(a) + 1));
    if (op == Op::concat) {
      if (width(a) + width(b) > kMostBits) return a;
      return traced.make(op, width(a) + width(b), {a, b, 0});
    }
    if (op == Op::choose) return traced.make(op, width(a), {fitted(any(), 1), a, fitted(b, width(a))});
    if (is_floating(op)) return floating(op, a, b);
    const bool compares = op == Op::equal || op == Op::ult || op == Op::slt;
    return traced.make(op, compares ? 1 : width(a), {a, fitted(b, width(a)), 0});
  }

  std::uint32_t floating(Op op, std::uint32_t a, std::uint32_t b) {
    const unsigned size = below(2) == 0 ? 32 : 64;
    const unsigned whole = 1 + below(64);
    if (op == Op::float_of_signed || op == Op::float_of_unsigned)
      return traced.make(op, size, {fitted(a, whole), 0, 0});
    if (op == Op::float_to_signed || op == Op::float_to_unsigned)
      return traced.make(op, whole, {fitted(a, size), 0, 0});
    if (op == Op::float_resize) return traced.make(op, 32 + 64 - size, {fitted(a, size), 0, 0});
    const bool compares = op == Op::float_below || op == Op::float_equal;
    return traced.make(op, compares ? 1 : size, {fitted(a, size), operands_of(op) == 2 ? fitted(b, size) : 0, 0});
  }

  Rng rng_;
  std::vector<std::uint32_t> words_;
};

TEST(Import, RandomExpressionsHaveTheirRecordedValues) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    EXPECT_EQ(problem_of(RandomTrace(seed).traced.trace), "") << seed;
  }
}

// Whatever a program scribbles over its trace: refused when it is read, or when it is imported, or harmless.
TEST(Import, DamagedExpressionsHarmNobody) {
  Rng rng(3);
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Trace good = RandomTrace(seed).traced.trace;
    std::vector<std::byte> bytes = file_of(good);
    const Result<Trace> header = read_trace(bytes, Detail::full);
    ASSERT_TRUE(header) << header.error().message;
    const std::size_t first = bytes.size() / 2;
    for (int i = 0; i < 5; ++i) bytes[first + rng.next() % (bytes.size() - first)] ^= std::byte(1 + rng.next() % 255);
    const Result<Trace> damaged = read_trace(bytes, Detail::full);
    if (!damaged) continue;
    Pool pool;
    Variables variables;
    (void)path_of(*damaged, pool, variables, Compare::values);
  }
}

}  // namespace
}  // namespace sleave::expr
