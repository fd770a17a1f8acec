// Random chains of floating-point operations: what the pool makes of their comparisons, next to the processor's own.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/pool.h"

namespace sleave::expr {
namespace {

template <typename Float>
using Bits = std::conditional_t<sizeof(Float) == 8, std::uint64_t, std::uint32_t>;

template <typename Float>
Float draw_number(Rng& rng) {
  using Limits = std::numeric_limits<Float>;
  const Float interesting[] = {0,
                               -Float(0),
                               1,
                               -1,
                               Float(0.5),
                               3,
                               Float(-7.25),
                               Limits::infinity(),
                               -Limits::infinity(),
                               Limits::quiet_NaN(),
                               Limits::denorm_min(),
                               -Limits::min(),
                               Limits::max(),
                               Limits::lowest(),
                               Float(2147483648.0),
                               Float(-9223372036854775808.0),
                               static_cast<Float>(rng.below(100)),
                               static_cast<Float>(rng.next()) / 16};
  if (rng.below(3) != 0) return interesting[rng.below(std::size(interesting))];
  return std::bit_cast<Float>(static_cast<Bits<Float>>(rng.next()));
}

// A value as the program has it and as the pool has it.
template <typename Float>
struct Number {
  Expr expression;
  Op op = Op::input;
  Float constant = 0;
};

// A chain of operations on one input, each with a constant.
template <typename Float>
class Chain {
 public:
  static constexpr unsigned kWidth = sizeof(Float) * 8;

  Chain(Pool& pool, Rng& rng) : pool_(pool), rng_(rng) {
    made_ = pool.input(0);
    for (std::uint32_t byte = 1; byte < sizeof(Float); ++byte) made_ = pool.concat(pool.input(byte), made_);
    from_word_ = rng.below(4) == 0 ? (rng.below(2) == 0 ? Op::float_of_signed : Op::float_of_unsigned) : Op::input;
    if (from_word_ != Op::input) made_ = pool.convert(from_word_, made_, kWidth);
    for (std::uint64_t i = rng.below(5); i > 0; --i) add();
  }

  [[nodiscard]] Expr expression() const { return made_; }

  [[nodiscard]] Float compute(Bits<Float> bits) const {
    auto x = std::bit_cast<Float>(bits);
    if (from_word_ == Op::float_of_unsigned) x = static_cast<Float>(bits);
    if (from_word_ == Op::float_of_signed) x = static_cast<Float>(static_cast<std::make_signed_t<Bits<Float>>>(bits));
    for (const Link& link : links_) x = computed(link, x);
    return x;
  }

 private:
  struct Link {
    Op op;
    Float constant;
    bool swapped;
  };

  void add() {
    const Op ops[] = {Op::float_add,     Op::float_sub,   Op::float_mul,  Op::float_div,
                      Op::float_sqrt,    Op::float_floor, Op::float_ceil, Op::float_truncate,
                      Op::float_nearest, Op::float_round, Op::bit_and};
    const Link link{rng_.below(8) == 0 ? Op::bit_xor : ops[rng_.below(std::size(ops))], draw_number<Float>(rng_),
                    rng_.below(3) == 0};
    const Expr constant = pool_.constant(kWidth, std::bit_cast<Bits<Float>>(link.constant));
    if (link.op == Op::bit_xor) {
      made_ = pool_.binary(Op::bit_xor, made_, pool_.constant(kWidth, top_bit(kWidth)));
    } else if (link.op == Op::bit_and) {
      made_ = pool_.binary(Op::bit_and, made_, pool_.constant(kWidth, ones(kWidth - 1)));
    } else if (operands_of(link.op) == 1) {
      made_ = pool_.unary(link.op, made_);
    } else {
      made_ = link.swapped ? pool_.binary(link.op, constant, made_) : pool_.binary(link.op, made_, constant);
    }
    links_.push_back(link);
  }

  static Float computed(const Link& link, Float x) {
    const Float a = link.swapped ? link.constant : x;
    const Float b = link.swapped ? x : link.constant;
    switch (link.op) {
      case Op::float_add:
        return a + b;
      case Op::float_sub:
        return a - b;
      case Op::float_mul:
        return a * b;
      case Op::float_div:
        return a / b;
      case Op::float_sqrt:
        return std::sqrt(x);
      case Op::float_floor:
        return std::floor(x);
      case Op::float_ceil:
        return std::ceil(x);
      case Op::float_truncate:
        return std::trunc(x);
      case Op::float_nearest:
        return std::nearbyint(x);
      case Op::float_round:
        return std::round(x);
      case Op::bit_xor:
        return -x;
      default:
        return std::fabs(x);
    }
  }

  Pool& pool_;
  Rng& rng_;
  Op from_word_ = Op::input;
  Expr made_;
  std::vector<Link> links_;
};

bool mentions_floating(const Pool& pool, Expr e) {
  if (is_floating(pool.node(e).op)) return true;
  for (unsigned i = 0; i < operands_of(pool.node(e).op); ++i) {
    if (mentions_floating(pool, pool.node(e).operands[i])) return true;
  }
  return false;
}

template <typename Float>
struct Comparison {
  Expr expression;
  Op op;
  Float bound;
  bool swapped;
};

template <typename Float>
Comparison<Float> draw_comparison(Pool& pool, Rng& rng, Expr x) {
  const Float bound = draw_number<Float>(rng);
  const Expr constant = pool.constant(sizeof(Float) * 8, std::bit_cast<Bits<Float>>(bound));
  const Op op = rng.below(3) == 0 ? Op::float_equal : Op::float_below;
  const bool swapped = rng.below(2) == 0;
  return {swapped ? pool.binary(op, constant, x) : pool.binary(op, x, constant), op, bound, swapped};
}

template <typename Float>
bool holds(const Comparison<Float>& comparison, Float x) {
  if (comparison.op == Op::float_equal) return x == comparison.bound;
  return comparison.swapped ? comparison.bound < x : x < comparison.bound;
}

// Inputs near those where a comparison changes are found by halving between any two that differ.
template <typename Float, typename Check>
void check_many(Rng& rng, Check check) {
  Bits<Float> before = 0;
  for (int i = 0; i < 40; ++i) {
    const auto bits = std::bit_cast<Bits<Float>>(draw_number<Float>(rng));
    bool at_before = check(before);
    bool here = check(bits);
    Bits<Float> a = before;
    Bits<Float> b = bits;
    while (at_before != here && (a < b ? b - a : a - b) > 1) {
      const Bits<Float> middle = a < b ? a + (b - a) / 2 : b + (a - b) / 2;
      (check(middle) == at_before ? a : b) = middle;
    }
    before = bits;
  }
}

template <typename Float>
std::vector<std::uint8_t> bytes_of(Bits<Float> bits) {
  std::vector<std::uint8_t> bytes(sizeof(Float));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(bits >> (8 * i));
  return bytes;
}

template <typename Float>
void compare_chains(std::uint64_t seed) {
  Rng rng(seed);
  Pool pool;
  const Chain<Float> chain(pool, rng);
  const auto comparison = draw_comparison<Float>(pool, rng, chain.expression());
  Evaluation evaluation(pool);
  check_many<Float>(rng, [&](Bits<Float> bits) {
    const std::vector<std::uint8_t> input = bytes_of<Float>(bits);
    evaluation.set_input(input);
    const bool expected = holds(comparison, chain.compute(bits));
    EXPECT_EQ(evaluation.holds(comparison.expression), expected) << "seed " << seed << " bits " << bits;
    return expected;
  });
}

TEST(Floating, ChainsCompareAsOnTheProcessor) {
  for (std::uint64_t seed = 1; seed <= test_size(400, 50'000) && !HasFailure(); ++seed) {
    compare_chains<double>(seed * 7919);
    compare_chains<float>(seed * 7919 + 1);
  }
}

// Words from numbers, compared with constants as words.
template <typename Float>
void compare_whole_parts(std::uint64_t seed) {
  Rng rng(seed);
  Pool pool;
  const Chain<Float> chain(pool, rng);
  const bool is_signed = rng.below(2) == 0;
  const unsigned widths[] = {8, 16, 32, 64};
  const unsigned width = widths[rng.below(4)];
  const Expr part = pool.convert(is_signed ? Op::float_to_signed : Op::float_to_unsigned, chain.expression(), width);
  const Word interesting[] = {0, 1, ones(width), top_bit(width), top_bit(width) - 1, rng.below(200), rng.next()};
  const Word bound = interesting[rng.below(7)] & ones(width);
  const Op ops[] = {Op::equal, Op::slt, Op::ult};
  const Op op = ops[rng.below(3)];
  const bool swapped = rng.below(2) == 0;
  const Expr constant = pool.constant(width, bound);
  const Expr comparison = swapped ? pool.binary(op, constant, part) : pool.binary(op, part, constant);
  Evaluation evaluation(pool);
  check_many<Float>(rng, [&](Bits<Float> bits) {
    const std::vector<std::uint8_t> input = bytes_of<Float>(bits);
    evaluation.set_input(input);
    const Float whole = std::trunc(chain.compute(bits));
    const Float limit = std::ldexp(Float(1), static_cast<int>(is_signed ? width - 1 : width));
    const bool fits = is_signed ? whole >= -limit && whole < limit : whole >= 0 && whole < limit;
    Word word = top_bit(width);
    if (fits) word = is_signed ? static_cast<Word>(static_cast<SignedWord>(whole)) : static_cast<Word>(whole);
    word &= ones(width);
    const Word a = swapped ? bound : word;
    const Word b = swapped ? word : bound;
    const bool expected = op == Op::equal ? a == b : op == Op::ult ? a < b : as_signed(a, width) < as_signed(b, width);
    EXPECT_EQ(evaluation.holds(comparison), expected) << "seed " << seed << " bits " << bits;
    return expected;
  });
}

TEST(Floating, WholePartsCompareAsOnTheProcessor) {
  for (std::uint64_t seed = 1; seed <= test_size(250, 20'000) && !HasFailure(); ++seed) {
    compare_whole_parts<double>(seed * 104729);
    compare_whole_parts<float>(seed * 104729 + 1);
  }
}

TEST(Floating, ComparisonsOfChainsAreComparisonsOfWords) {
  Pool pool;
  Expr x = pool.input(0);
  for (std::uint32_t byte = 1; byte < 8; ++byte) x = pool.concat(pool.input(byte), x);
  const auto number = [&](double value) { return pool.constant(64, std::bit_cast<std::uint64_t>(value)); };
  const Expr scaled = pool.binary(Op::float_add, pool.binary(Op::float_mul, x, number(1.8)), number(32));
  const Expr root = pool.unary(Op::float_sqrt, pool.binary(Op::float_sub, number(100), scaled));
  EXPECT_FALSE(mentions_floating(pool, pool.binary(Op::float_below, root, number(2.5))));
  EXPECT_FALSE(mentions_floating(pool, pool.binary(Op::float_equal, root, number(3))));
  EXPECT_FALSE(mentions_floating(pool, pool.binary(Op::float_equal, root, root)));
  const Expr minus = pool.binary(Op::bit_xor, scaled, pool.constant(64, top_bit(64)));
  EXPECT_FALSE(mentions_floating(pool, pool.binary(Op::float_below, minus, number(-2.5))));
  const Expr narrow = pool.convert(Op::float_to_signed, scaled, 32);
  EXPECT_FALSE(mentions_floating(pool, pool.binary(Op::equal, narrow, pool.constant(32, 212))));
  EXPECT_TRUE(mentions_floating(pool, pool.binary(Op::float_below, pool.binary(Op::float_mul, x, x), number(2))));
}

// Two inputs, compared bit by bit: signs, zeros of both signs, and what is no number.
TEST(Floating, TwoInputsCompareAsOnTheProcessor) {
  Pool pool;
  const auto word = [&](std::uint32_t first) {
    Expr x = pool.input(first);
    for (std::uint32_t byte = 1; byte < 4; ++byte) x = pool.concat(pool.input(first + byte), x);
    return x;
  };
  const Expr below = pool.binary(Op::float_below, word(0), word(4));
  const Expr equal = pool.binary(Op::float_equal, word(0), word(4));
  EXPECT_FALSE(mentions_floating(pool, below));
  EXPECT_FALSE(mentions_floating(pool, equal));
  Evaluation evaluation(pool);
  Rng rng(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto a = draw_number<float>(rng);
    const auto b = rng.below(4) == 0 ? a : draw_number<float>(rng);
    std::vector<std::uint8_t> input = bytes_of<float>(std::bit_cast<std::uint32_t>(a));
    const std::vector<std::uint8_t> second = bytes_of<float>(std::bit_cast<std::uint32_t>(b));
    input.insert(input.end(), second.begin(), second.end());
    evaluation.set_input(input);
    ASSERT_EQ(evaluation.holds(below), a < b) << a << " " << b;
    ASSERT_EQ(evaluation.holds(equal), a == b) << a << " " << b;
  }
}

}  // namespace
}  // namespace sleave::expr
