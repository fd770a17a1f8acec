#include "runtime/symbolic/floating.h"

#include "abi/inputs/floating.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/concretizations.h"

namespace sleave::rt {

namespace {

Word float_below(const Word& a, const Word& b) { return floating_operation(SLEAVE_OP_float_below, 1, a, b); }
Word float_equal(const Word& a, const Word& b) { return floating_operation(SLEAVE_OP_float_equal, 1, a, b); }
Word is_number(const Word& a) { return float_equal(a, a); }
Word both(const Word& a, const Word& b) { return binary(SLEAVE_OP_bit_and, a, b); }
Word either(const Word& a, const Word& b) { return binary(SLEAVE_OP_bit_or, a, b); }
Word one(sleave_expression_op op, const Word& a) { return floating_operation(op, a.width, a, a); }

Word with_sign_of(const Word& magnitude, const Word& sign) {
  return concat(extract(sign, sign.width - 1, 1), extract(magnitude, 0, magnitude.width - 1));
}

// If one is no number, the other one.
Word chosen_number(const Word& first_wins, const Word& a, const Word& b) {
  return choose(is_number(a), choose(either(first_wins, inverted(is_number(b))), a, b), b);
}

}  // namespace

bool rounds_as_usual(std::uintptr_t site) {
  constexpr unsigned kRoundingOrZeros =
      0xe040;  // of the register MXCSR: both bits of rounding, flush to and denormals are 0
  if ((_mm_getcsr() & kRoundingOrZeros) == 0) return true;
  lose(SLEAVE_CONCRETIZATION_floating, site);
  return false;
}

// With at most one comparison of the two: what is not above is the same or below, if both are numbers.
Word ordered(unsigned wanted, const Word& left, const Word& right) {
  if ((wanted & SLEAVE_FOLLOW_NAN) != 0) {
    return inverted(ordered(~wanted & (SLEAVE_FOLLOW_SAME | SLEAVE_FOLLOW_ABOVE | SLEAVE_FOLLOW_BELOW), left, right));
  }
  const auto numbers = [&] { return both(is_number(left), is_number(right)); };
  switch (wanted) {
    case 0:
      return constant(1, 0);
    case SLEAVE_FOLLOW_SAME:
      return float_equal(left, right);
    case SLEAVE_FOLLOW_ABOVE:
      return float_below(right, left);
    case SLEAVE_FOLLOW_BELOW:
      return float_below(left, right);
    case SLEAVE_FOLLOW_SAME | SLEAVE_FOLLOW_ABOVE:
      return both(numbers(), inverted(float_below(left, right)));
    case SLEAVE_FOLLOW_SAME | SLEAVE_FOLLOW_BELOW:
      return both(numbers(), inverted(float_below(right, left)));
    case SLEAVE_FOLLOW_ABOVE | SLEAVE_FOLLOW_BELOW:
      return both(numbers(), inverted(float_equal(left, right)));
    default:
      return numbers();
  }
}

Word floating_formula(sleave_followed_intrinsic which, const Word& a, const Word& b, const Word& c) {
  switch (which) {
    case SLEAVE_FOLLOWED_sqrt:
      return one(SLEAVE_OP_float_sqrt, a);
    case SLEAVE_FOLLOWED_floor:
      return one(SLEAVE_OP_float_floor, a);
    case SLEAVE_FOLLOWED_ceil:
      return one(SLEAVE_OP_float_ceil, a);
    case SLEAVE_FOLLOWED_trunc:
      return one(SLEAVE_OP_float_truncate, a);
    case SLEAVE_FOLLOWED_round:
      return one(SLEAVE_OP_float_round, a);
    case SLEAVE_FOLLOWED_fabs:
      return with_sign_of(a, constant(a.width, 0));
    case SLEAVE_FOLLOWED_copysign:
      return with_sign_of(a, b);
    case SLEAVE_FOLLOWED_minnum:
      return chosen_number(float_below(a, b), a, b);
    case SLEAVE_FOLLOWED_maxnum:
      return chosen_number(float_below(b, a), a, b);
    case SLEAVE_FOLLOWED_fmuladd:
      return floating_operation(SLEAVE_OP_float_add, a.width, floating_operation(SLEAVE_OP_float_mul, a.width, a, b),
                                c);
    default:  // rint and its relatives
      return one(SLEAVE_OP_float_nearest, a);
  }
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_follow_floating(std::uint32_t what, std::uint32_t left, std::uint32_t right,
                                                     sleave_uint128 left_value, sleave_uint128 right_value) {
  if ((left | right) == 0 || !rounds_as_usual(SLEAVE_SITE_HERE)) return 0;
  const unsigned width = SLEAVE_FOLLOW_WIDTH(what);
  const auto op = static_cast<sleave_expression_op>(SLEAVE_FOLLOW_CODE(what));
  return floating_operation(op, SLEAVE_FOLLOW_OTHER(what), word(width, left, left_value),
                            word(width, right, right_value))
      .expression;
}

SLEAVE_EXPORT std::uint32_t __sleave_follow_order(std::uint32_t what, std::uint32_t left, std::uint32_t right,
                                                  sleave_uint128 left_value, sleave_uint128 right_value) {
  if ((left | right) == 0 || !rounds_as_usual(SLEAVE_SITE_HERE)) return 0;
  const unsigned width = SLEAVE_FOLLOW_WIDTH(what);
  return ordered(SLEAVE_FOLLOW_CODE(what), word(width, left, left_value), word(width, right, right_value)).expression;
}
