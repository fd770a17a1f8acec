// Comparisons of floating-point numbers with constants become comparisons of words.
//
// A number that no operation has touched is compared as its sign and its other bits, which are in order. An operation
// with one operand that is no constant is monotone in it, also after rounding: so f(x) < c is x < d or d < x for some
// number d, which is found by halving all numbers, at most 64 evaluations on the processor. That is exact, whatever f
// rounds, and takes a chain of operations apart one by one. What is left are comparisons of results that depend on
// their operands in another way (x * x, x + y).
#include <array>

#include "abi/inputs/floating.h"
#include "engine/expr/simplify_rules.h"

namespace sleave::expr {
namespace {

// Numbers in order, as signed words: from minus to plus infinity, the two zeros one.
class Numbers {
 public:
  explicit Numbers(unsigned width) : width_(width) {}

  [[nodiscard]] Word infinity() const { return width_ == 64 ? Word{0x7ff} << 52 : Word{0xff} << 23; }
  [[nodiscard]] SignedWord most() const { return static_cast<SignedWord>(infinity()); }
  [[nodiscard]] Word at(SignedWord place) const {
    return place < 0 ? static_cast<Word>(-place) | top_bit(width_) : static_cast<Word>(place);
  }
  [[nodiscard]] Word size_of(Word number) const { return number & ones(width_ - 1); }
  [[nodiscard]] bool is_nan(Word number) const { return size_of(number) > infinity(); }
  [[nodiscard]] bool is_negative(Word number) const { return (number & top_bit(width_)) != 0; }

 private:
  unsigned width_;
};

Expr both(Pool& pool, Expr a, Expr b) { return pool.binary(Op::bit_and, a, b); }
Expr either(Pool& pool, Expr a, Expr b) { return pool.binary(Op::bit_or, a, b); }
Expr below(Pool& pool, Expr a, Expr b) { return pool.binary(Op::float_below, a, b); }
Expr is_number(Pool& pool, Expr a) { return pool.binary(Op::float_equal, a, a); }
Expr sign_of(Pool& pool, Expr a) { return pool.extract(a, pool.width(a) - 1, 1); }
Expr size_of(Pool& pool, Expr a) { return pool.extract(a, 0, pool.width(a) - 1); }

Expr size_constant(Pool& pool, Expr like, Word value) { return pool.constant(pool.width(like) - 1, value); }

// Infinity included.
Expr size_is_of_number(Pool& pool, Expr a) {
  const Word most = Numbers(pool.width(a)).infinity();
  return pool.binary(Op::ult, size_of(pool, a), size_constant(pool, a, most + 1));
}

bool is_float_result(const Pool& pool, Expr e) {
  const Op op = pool.node(e).op;
  return is_floating(op) && !floating::gives_word(static_cast<unsigned>(op)) && !is_comparison(op);
}

// x < c, or with `mirrored` c < x, of bits that are no result of an operation: signs decide, then sizes.
Expr bits_below(Pool& pool, Expr x, Word c, bool mirrored) {
  const Numbers numbers(pool.width(x));
  const Word size = numbers.size_of(c);
  const bool negative = size != 0 && numbers.is_negative(c) != mirrored;
  const Expr sign = mirrored ? pool.negation(sign_of(pool, x)) : sign_of(pool, x);
  const Expr number = size_is_of_number(pool, x);
  const Expr at_least = pool.negation(pool.binary(Op::ult, size_of(pool, x), size_constant(pool, x, size)));
  if (negative || size == 0) {
    const Expr larger = pool.binary(Op::ult, size_constant(pool, x, size), size_of(pool, x));
    return both(pool, both(pool, sign, larger), number);
  }
  return either(pool, both(pool, sign, number), both(pool, pool.negation(sign), pool.negation(at_least)));
}

// Of an operation that is monotone in its only operand that is no constant.
struct Monotone {
  Node node;
  unsigned place = 0;  // of that operand

  [[nodiscard]] Expr inner() const { return node.operands[place]; }
};

bool is_finite_constant(const Pool& pool, Expr e) {
  if (!pool.is_constant(e)) return false;
  const Numbers numbers(pool.width(e));
  return numbers.size_of(pool.node(e).value) < numbers.infinity();
}

// Where an operand that is a number gives a result that is none, there is no order: infinity minus infinity, 0 times
// infinity. With a finite constant, of a product not 0, that does not happen.
std::optional<Monotone> monotone(const Pool& pool, Expr e) {
  const Node node = pool.node(e);
  switch (node.op) {
    case Op::float_add:
    case Op::float_sub:
    case Op::float_mul:
    case Op::float_div:
      for (unsigned place = 0; place < 2; ++place) {
        const Expr other = node.operands[1 - place];
        if (!is_finite_constant(pool, other)) continue;
        if (node.op == Op::float_div && place == 1) continue;  // a pole at 0
        const bool scales = node.op == Op::float_mul || node.op == Op::float_div;
        if (scales && Numbers(node.width).size_of(pool.node(other).value) == 0) continue;
        return Monotone{node, place};
      }
      return std::nullopt;
    case Op::float_sqrt:
    case Op::float_floor:
    case Op::float_ceil:
    case Op::float_truncate:
    case Op::float_nearest:
    case Op::float_round:
    case Op::float_resize:
    case Op::float_of_signed:
    case Op::float_of_unsigned:
      return Monotone{node, 0};
    default:
      return std::nullopt;
  }
}

// A stretch of operands in order, and how the one at a place is written.
struct Operands {
  Op comparison;
  unsigned width;
  SignedWord low;
  SignedWord high;

  [[nodiscard]] Word at(SignedWord place) const {
    return comparison == Op::float_below ? Numbers(width).at(place) : static_cast<Word>(place) & ones(width);
  }
};

Operands operands_of_inner(const Pool& pool, const Monotone& f) {
  const unsigned width = pool.width(f.inner());
  switch (f.node.op) {
    case Op::float_of_signed:
      return {Op::slt, width, -static_cast<SignedWord>(top_bit(width)), static_cast<SignedWord>(ones(width - 1))};
    case Op::float_of_unsigned:
      return {Op::ult, width, 0, static_cast<SignedWord>(ones(width))};
    case Op::float_sqrt:
      return {Op::float_below, width, 0, Numbers(width).most()};
    default:
      return {Op::float_below, width, -Numbers(width).most(), Numbers(width).most()};
  }
}

// Whether `x` is one of the operands with an order: a number, under a root not a negative one.
Expr is_operand(Pool& pool, const Operands& operands, Expr x) {
  if (operands.comparison != Op::float_below) return pool.path_constraint(true);
  if (operands.low < 0) return is_number(pool, x);
  return below(pool, pool.constant(operands.width, operands.at(-1)), x);
}

// The operands at places `from` to the last one, or with `!from_on` those before it; numbers only.
Expr on_side(Pool& pool, const Operands& operands, Expr x, SignedWord from, bool from_on) {
  const Expr bound = pool.constant(operands.width, operands.at(from));
  if (operands.comparison != Op::float_below) {
    const Expr before = pool.binary(operands.comparison, x, bound);
    return from_on ? pool.negation(before) : before;
  }
  if (from_on) return below(pool, pool.constant(operands.width, operands.at(from - 1)), x);
  const Expr before = below(pool, x, bound);
  return operands.low < 0 ? before : both(pool, before, is_operand(pool, operands, x));
}

// The operands for which a condition holds that changes at most once along them.
template <typename Holds>
Expr where(Pool& pool, const Operands& operands, Expr x, Holds holds) {
  const bool at_end = holds(operands.high);
  if (holds(operands.low) == at_end) {
    return at_end ? is_operand(pool, operands, x) : pool.path_constraint(false);
  }
  SignedWord other = operands.low;  // the last place known not to be as the end
  SignedWord same = operands.high;
  while (same - other > 1) {
    const SignedWord middle = other + (same - other) / 2;
    (holds(middle) == at_end ? same : other) = middle;
  }
  return on_side(pool, operands, x, same, at_end);
}

// f(x) < c, or with `mirrored` c < f(x).
Expr result_below(Pool& pool, const Monotone& f, Word c, bool mirrored) {
  const Operands operands = operands_of_inner(pool, f);
  const unsigned width = f.node.width;
  return where(pool, operands, f.inner(), [&](SignedWord place) {
    std::array<Word, 2> given{};
    for (unsigned i = 0; i < operands_of(f.node.op); ++i) {
      given[i] = i == f.place ? operands.at(place) : pool.node(f.node.operands[i]).value;
    }
    const Word result = apply(f.node.op, pool.shape(f.node), given[0], given[1], 0);
    const Shape compared{.width = 1, .operand_width = width};
    return apply(Op::float_below, compared, mirrored ? c : result, mirrored ? result : c, 0) != 0;
  });
}

// The number whose size `e` is: the pattern of fabs.
std::optional<Expr> sized(const Pool& pool, Expr e) {
  const Node& node = pool.node(e);
  if (node.op != Op::concat || !pool.is_constant(node.operands[0], 0) || pool.width(node.operands[0]) != 1)
    return std::nullopt;
  const Node& lower = pool.node(node.operands[1]);
  if (lower.op != Op::extract || lower.detail != 0) return std::nullopt;
  const Expr whole = lower.operands[0];
  if (pool.width(whole) != node.width || !is_float_result(pool, whole)) return std::nullopt;
  return whole;
}

// The number of which `e` is the negative: with another sign bit.
std::optional<Expr> negated(const Pool& pool, Expr e) {
  const Node& node = pool.node(e);
  if (node.op == Op::bit_xor) {
    const bool sign = pool.is_constant(node.operands[1], top_bit(node.width));
    return sign && is_float_result(pool, node.operands[0]) ? std::optional(node.operands[0]) : std::nullopt;
  }
  if (node.op != Op::concat || pool.width(node.operands[0]) != 1 || !pool.is(node.operands[0], Op::bit_not))
    return std::nullopt;
  const Node& upper = pool.node(pool.node(node.operands[0]).operands[0]);
  const Node& lower = pool.node(node.operands[1]);
  if (upper.op != Op::extract || lower.op != Op::extract || upper.operands[0] != lower.operands[0]) return std::nullopt;
  const Expr whole = lower.operands[0];
  const bool parts = lower.detail == 0 && upper.detail == node.width - 1U && pool.width(whole) == node.width;
  return parts && is_float_result(pool, whole) ? std::optional(whole) : std::nullopt;
}

std::optional<Expr> below_constant(Pool& pool, Expr x, Expr constant, bool mirrored) {
  const Word c = pool.node(constant).value;
  const unsigned width = pool.width(x);
  const Numbers numbers(width);
  if (numbers.is_nan(c)) return pool.path_constraint(false);
  const auto compared = [&](Expr e) { return mirrored ? below(pool, constant, e) : below(pool, e, constant); };
  if (pool.is(x, Op::choose)) {
    const Node node = pool.node(x);
    return pool.choose(node.operands[0], compared(node.operands[1]), compared(node.operands[2]));
  }
  if (const std::optional<Expr> number = sized(pool, x)) {
    const bool negative = numbers.is_negative(c) && numbers.size_of(c) != 0;
    const Expr size = pool.constant(width, numbers.size_of(c));
    const Expr minus = pool.constant(width, numbers.size_of(c) | top_bit(width));
    if (!mirrored) {
      if (negative) return pool.path_constraint(false);
      return both(pool, below(pool, *number, size), below(pool, minus, *number));
    }
    if (negative) return is_number(pool, *number);
    return either(pool, below(pool, size, *number), below(pool, *number, minus));
  }
  if (const std::optional<Expr> number = negated(pool, x)) {
    const Expr minus = pool.constant(width, c ^ top_bit(width));
    return mirrored ? below(pool, *number, minus) : below(pool, minus, *number);
  }
  if (const std::optional<Monotone> f = monotone(pool, x)) return result_below(pool, *f, c, mirrored);
  if (is_float_result(pool, x)) return std::nullopt;
  return bits_below(pool, x, c, mirrored);
}

// Of two numbers that are both no results of operations.
Expr bits_below_bits(Pool& pool, Expr a, Expr b) {
  const Expr zero = size_constant(pool, a, 0);
  const Expr both_zero =
      both(pool, pool.binary(Op::equal, size_of(pool, a), zero), pool.binary(Op::equal, size_of(pool, b), zero));
  const Expr smaller = pool.binary(Op::ult, size_of(pool, a), size_of(pool, b));
  const Expr larger = pool.binary(Op::ult, size_of(pool, b), size_of(pool, a));
  const Expr a_negative = sign_of(pool, a);
  const Expr b_negative = sign_of(pool, b);
  const Expr ordered = pool.choose(a_negative, pool.choose(b_negative, larger, pool.negation(both_zero)),
                                   both(pool, pool.negation(b_negative), smaller));
  return both(pool, ordered, both(pool, size_is_of_number(pool, a), size_is_of_number(pool, b)));
}

Expr bits_equal(Pool& pool, Expr a, Expr b) {
  const Expr zero = size_constant(pool, a, 0);
  const Expr both_zero =
      both(pool, pool.binary(Op::equal, size_of(pool, a), zero), pool.binary(Op::equal, size_of(pool, b), zero));
  const Expr same = both(pool, pool.binary(Op::equal, a, b), size_is_of_number(pool, a));
  return either(pool, same, both_zero);
}

// Whether a result is a number.
std::optional<Expr> result_is_number(Pool& pool, Expr x) {
  if (pool.is(x, Op::choose)) {
    const Node node = pool.node(x);
    return pool.choose(node.operands[0], is_number(pool, node.operands[1]), is_number(pool, node.operands[2]));
  }
  if (const std::optional<Expr> number = sized(pool, x)) return is_number(pool, *number);
  if (const std::optional<Expr> number = negated(pool, x)) return is_number(pool, *number);
  if (!is_float_result(pool, x)) return size_is_of_number(pool, x);
  const std::optional<Monotone> f = monotone(pool, x);
  if (!f) return std::nullopt;
  return is_operand(pool, operands_of_inner(pool, *f), f->inner());
}

// The whole part of a number, as a word: its numbers in order, and the comparison of each. Numbers that do not fit have
// one word, which is not in order.
Expr whole_below(Pool& pool, const Node& whole, Op comparison, Word bound) {
  const Expr x = whole.operands[0];
  const unsigned width = pool.width(x);
  const Numbers numbers(width);
  const auto op = static_cast<unsigned>(whole.op);
  const auto fits = [&](SignedWord place) {
    return floating::is_whole_word(op, width, whole.width, numbers.at(place));
  };
  const auto is_below = [&](Word word) {
    return apply(comparison, {.width = 1, .operand_width = whole.width}, word & ones(whole.width), bound, 0) != 0;
  };
  const auto last = [](SignedWord from, SignedWord beyond, auto holds) {  // it does at `from`, not at `beyond`
    while (beyond - from > 1 || from - beyond > 1) {
      const SignedWord middle = from + (beyond - from) / 2;
      (holds(middle) ? from : beyond) = middle;
    }
    return from;
  };
  const SignedWord low = last(0, -numbers.most(), fits);
  const SignedWord high = last(0, numbers.most(), fits);
  const auto between = [&](SignedWord first, SignedWord beyond) {
    return both(pool, below(pool, pool.constant(width, numbers.at(first - 1)), x),
                below(pool, x, pool.constant(width, numbers.at(beyond))));
  };
  const auto place_is_below = [&](SignedWord place) {
    return is_below(floating::apply(op, width, whole.width, numbers.at(place), 0));
  };
  Expr fitting = pool.path_constraint(false);
  if (place_is_below(high)) {
    fitting = between(low, high + 1);
  } else if (place_is_below(low)) {
    fitting = between(low, last(low, high, place_is_below) + 1);
  }
  if (!is_below(top_bit(whole.width))) return fitting;
  return either(pool, fitting, pool.negation(between(low, high + 1)));
}

bool is_whole_part(const Pool& pool, Expr e) {
  return pool.is(e, Op::float_to_signed) || pool.is(e, Op::float_to_unsigned);
}

}  // namespace

std::optional<Expr> simplify_float_below(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  if (a == b) return pool.path_constraint(false);
  if (pool.is_constant(b)) return below_constant(pool, a, b, false);
  if (pool.is_constant(a)) return below_constant(pool, b, a, true);
  if (is_float_result(pool, a) || is_float_result(pool, b)) return std::nullopt;
  return bits_below_bits(pool, a, b);
}

std::optional<Expr> simplify_float_equal(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  if (a == b) return result_is_number(pool, a);
  if (!pool.is_constant(b)) {
    if (is_float_result(pool, a) || is_float_result(pool, b)) return std::nullopt;
    return bits_equal(pool, a, b);
  }
  const Numbers numbers(pool.width(a));
  const Word c = pool.node(b).value;
  if (numbers.is_nan(c)) return pool.path_constraint(false);
  if (!is_float_result(pool, a) && !pool.is(a, Op::choose) && !sized(pool, a) && !negated(pool, a)) {
    if (numbers.size_of(c) != 0) return pool.binary(Op::equal, a, b);
    return pool.binary(Op::equal, size_of(pool, a), size_constant(pool, a, 0));
  }
  const bool taken_apart = pool.is(a, Op::choose) || sized(pool, a) || negated(pool, a) || monotone(pool, a);
  if (!taken_apart) return std::nullopt;
  const Expr neither = both(pool, pool.negation(below(pool, a, b)), pool.negation(below(pool, b, a)));
  return both(pool, neither, is_number(pool, a));
}

std::optional<Expr> compare_whole_part(Pool& pool, const Node& node) {
  const auto [a, b, unused] = node.operands;
  const bool left = is_whole_part(pool, a);
  if (left ? !pool.is_constant(b) : !pool.is_constant(a) || !is_whole_part(pool, b)) return std::nullopt;
  const Expr part = left ? a : b;
  const unsigned width = pool.width(part);
  const Word c = pool.node(left ? b : a).value;
  const Node whole = pool.node(part);
  const bool is_signed = whole.op == Op::float_to_signed;
  const Op natural = is_signed ? Op::slt : Op::ult;
  const Word most = is_signed ? ones(width - 1) : ones(width);
  const auto at_most = [&](Word bound) {
    return bound == most ? pool.path_constraint(true) : whole_below(pool, whole, natural, (bound + 1) & ones(width));
  };
  if (node.op == Op::equal) return both(pool, at_most(c), pool.negation(whole_below(pool, whole, natural, c)));
  if (node.op == natural) return left ? whole_below(pool, whole, natural, c) : pool.negation(at_most(c));
  if (!is_signed) return std::nullopt;
  // Without sign: negative words are those above all others.
  const Expr negative = whole_below(pool, whole, natural, 0);
  const auto below_unsigned = [&](Word bound) {
    const Expr smaller = whole_below(pool, whole, natural, bound);
    return bound < top_bit(width) ? both(pool, pool.negation(negative), smaller)
                                  : either(pool, pool.negation(negative), smaller);
  };
  if (left) return below_unsigned(c);
  return c == ones(width) ? pool.path_constraint(false) : pool.negation(below_unsigned(c + 1));
}

}  // namespace sleave::expr
