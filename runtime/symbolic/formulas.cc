#include "runtime/symbolic/formulas.h"

#include "runtime/base/runtime.h"
#include "runtime/symbolic/floating.h"

namespace sleave::rt {

namespace {

Word add(const Word& a, const Word& b) { return binary(SLEAVE_OP_add, a, b); }
Word subtract(const Word& a, const Word& b) { return binary(SLEAVE_OP_sub, a, b); }
Word multiply(const Word& a, const Word& b) { return binary(SLEAVE_OP_mul, a, b); }
Word both(const Word& a, const Word& b) { return binary(SLEAVE_OP_bit_and, a, b); }
Word either(const Word& a, const Word& b) { return binary(SLEAVE_OP_bit_or, a, b); }
Word differing(const Word& a, const Word& b) { return binary(SLEAVE_OP_bit_xor, a, b); }
Word shifted_up(const Word& a, const Word& b) { return binary(SLEAVE_OP_shl, a, b); }
Word shifted_down(const Word& a, const Word& b) { return binary(SLEAVE_OP_lshr, a, b); }

Word bit(const Word& a, unsigned number) { return extract(a, number, 1); }
Word sign(const Word& a) { return bit(a, a.width - 1); }
Word number(const Word& like, sleave_uint128 value) { return constant(like.width, value); }
Word all_ones(const Word& like) { return number(like, ones(like.width)); }
Word smallest(const Word& like) { return number(like, sleave_uint128{1} << (like.width - 1)); }
Word largest(const Word& like) { return number(like, ones(like.width - 1)); }

Word count_ones(const Word& a) {
  Word count = number(a, 0);
  for (unsigned i = 0; i < a.width; ++i) count = add(count, zero_extended(bit(a, i), a.width));
  return count;
}

Word leading_zeros(const Word& a) {
  Word count = number(a, a.width);
  for (unsigned i = 0; i < a.width; ++i) count = choose(bit(a, i), number(a, a.width - 1 - i), count);
  return count;
}

Word trailing_zeros(const Word& a) {
  Word count = number(a, a.width);
  for (unsigned i = a.width; i-- > 0;) count = choose(bit(a, i), number(a, i), count);
  return count;
}

// In units of so many bits, the other way round.
Word reversed(const Word& a, unsigned unit) {
  Word result = extract(a, 0, unit);
  for (unsigned low = unit; low < a.width; low += unit) result = concat(result, extract(a, low, unit));
  return result;
}

// The upper half of a and b side by side, shifted up by c modulo the width; for fshr the lower half, shifted down.
Word funnel(const Word& a, const Word& b, const Word& c, bool up) {
  const Word by = binary(SLEAVE_OP_urem, c, number(c, c.width));
  const Word rest = subtract(number(c, c.width), by);
  return up ? either(shifted_up(a, by), shifted_down(b, rest)) : either(shifted_down(b, by), shifted_up(a, rest));
}

Word signed_sum_overflows(const Word& a, const Word& b) {
  const Word sum = add(a, b);
  return sign(both(differing(a, sum), differing(b, sum)));
}

Word signed_difference_overflows(const Word& a, const Word& b) {
  return sign(both(differing(a, b), differing(a, subtract(a, b))));
}

// In twice the width, or, where that is too wide, by dividing the product again.
Word product_overflows(const Word& a, const Word& b, bool is_signed) {
  const Word product = multiply(a, b);
  if (a.width * 2 <= kMostBits) {
    const auto widened = [&](const Word& word) {
      return is_signed ? sign_extended(word, a.width * 2) : zero_extended(word, a.width * 2);
    };
    return inverted(equal(widened(product), multiply(widened(a), widened(b))));
  }
  const Word quotient = binary(is_signed ? SLEAVE_OP_sdiv : SLEAVE_OP_udiv, product, b);
  const Word wrong = both(is_set(b), inverted(equal(quotient, a)));
  if (!is_signed) return wrong;
  return either(wrong, both(equal(b, all_ones(b)), equal(a, smallest(a))));
}

Word limit_for(const Word& a) { return choose(sign(a), smallest(a), largest(a)); }

Word saturated_shift(const Word& a, const Word& b, bool is_signed) {
  const Word result = shifted_up(a, b);
  const Word back = binary(is_signed ? SLEAVE_OP_ashr : SLEAVE_OP_lshr, result, b);
  return choose(equal(back, a), result, is_signed ? limit_for(a) : all_ones(a));
}

Word three_way(const Word& below, const Word& same, unsigned width) {
  return choose(below, constant(width, ones(width)), zero_extended(inverted(same), width));
}

Word saturating(sleave_followed_intrinsic which, const Word& a, const Word& b) {
  switch (which) {
    case SLEAVE_FOLLOWED_uadd_sat:
      return choose(below(add(a, b), a), all_ones(a), add(a, b));
    case SLEAVE_FOLLOWED_usub_sat:
      return choose(below(a, b), number(a, 0), subtract(a, b));
    case SLEAVE_FOLLOWED_sadd_sat:
      return choose(signed_sum_overflows(a, b), limit_for(a), add(a, b));
    case SLEAVE_FOLLOWED_ssub_sat:
      return choose(signed_difference_overflows(a, b), limit_for(a), subtract(a, b));
    default:
      return saturated_shift(a, b, which == SLEAVE_FOLLOWED_sshl_sat);
  }
}

Word of_one(sleave_followed_intrinsic which, const Word& a) {
  switch (which) {
    case SLEAVE_FOLLOWED_ctpop:
      return count_ones(a);
    case SLEAVE_FOLLOWED_ctlz:
      return leading_zeros(a);
    case SLEAVE_FOLLOWED_cttz:
      return trailing_zeros(a);
    case SLEAVE_FOLLOWED_bswap:
      return reversed(a, 8);
    case SLEAVE_FOLLOWED_bitreverse:
      return reversed(a, 1);
    default:
      return choose(sign(a), subtract(number(a, 0), a), a);
  }
}

}  // namespace

Word formula(sleave_followed_intrinsic which, unsigned width, const Word& a, const Word& b, const Word& c) {
  switch (which) {
    case SLEAVE_FOLLOWED_fshl:
    case SLEAVE_FOLLOWED_fshr:
      return funnel(a, b, c, which == SLEAVE_FOLLOWED_fshl);
    case SLEAVE_FOLLOWED_smin:
      return choose(signed_below(a, b), a, b);
    case SLEAVE_FOLLOWED_smax:
      return choose(signed_below(b, a), a, b);
    case SLEAVE_FOLLOWED_umin:
      return choose(below(a, b), a, b);
    case SLEAVE_FOLLOWED_umax:
      return choose(below(b, a), a, b);
    case SLEAVE_FOLLOWED_ucmp:
      return three_way(below(a, b), equal(a, b), width);
    case SLEAVE_FOLLOWED_scmp:
      return three_way(signed_below(a, b), equal(a, b), width);
    case SLEAVE_FOLLOWED_uadd_with_overflow:
      return below(add(a, b), a);
    case SLEAVE_FOLLOWED_usub_with_overflow:
      return below(a, b);
    case SLEAVE_FOLLOWED_umul_with_overflow:
      return product_overflows(a, b, false);
    case SLEAVE_FOLLOWED_sadd_with_overflow:
      return signed_sum_overflows(a, b);
    case SLEAVE_FOLLOWED_ssub_with_overflow:
      return signed_difference_overflows(a, b);
    case SLEAVE_FOLLOWED_smul_with_overflow:
      return product_overflows(a, b, true);
    case SLEAVE_FOLLOWED_sqrt:
    case SLEAVE_FOLLOWED_floor:
    case SLEAVE_FOLLOWED_ceil:
    case SLEAVE_FOLLOWED_trunc:
    case SLEAVE_FOLLOWED_rint:
    case SLEAVE_FOLLOWED_nearbyint:
    case SLEAVE_FOLLOWED_roundeven:
    case SLEAVE_FOLLOWED_round:
    case SLEAVE_FOLLOWED_fabs:
    case SLEAVE_FOLLOWED_copysign:
    case SLEAVE_FOLLOWED_minnum:
    case SLEAVE_FOLLOWED_maxnum:
    case SLEAVE_FOLLOWED_fmuladd:
      return floating_formula(which, a, b, c);
    case SLEAVE_FOLLOWED_uadd_sat:
    case SLEAVE_FOLLOWED_usub_sat:
    case SLEAVE_FOLLOWED_sadd_sat:
    case SLEAVE_FOLLOWED_ssub_sat:
    case SLEAVE_FOLLOWED_ushl_sat:
    case SLEAVE_FOLLOWED_sshl_sat:
      return saturating(which, a, b);
    default:
      return of_one(which, a);
  }
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_follow_intrinsic(std::uint32_t what, std::uint32_t first, std::uint32_t second,
                                                      std::uint32_t third, sleave_uint128 first_value,
                                                      sleave_uint128 second_value, sleave_uint128 third_value) {
  if ((first | second | third) == 0) return 0;
  const unsigned width = SLEAVE_FOLLOW_WIDTH(what);
  const auto which = static_cast<sleave_followed_intrinsic>(SLEAVE_FOLLOW_CODE(what));
  if (which >= SLEAVE_FOLLOWED_sqrt && !rounds_as_usual(SLEAVE_SITE_HERE)) return 0;
  return formula(which, SLEAVE_FOLLOW_OTHER(what), word(width, first, first_value), word(width, second, second_value),
                 word(width, third, third_value))
      .expression;
}
