// Hooks of instructions that compute: the same computation on expressions.
#include "abi/follow.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/word.h"

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_follow_binary(std::uint32_t what, std::uint32_t left, std::uint32_t right,
                                                   sleave_uint128 left_value, sleave_uint128 right_value) {
  if ((left | right) == 0) return 0;
  const unsigned width = SLEAVE_FOLLOW_WIDTH(what);
  const auto op = static_cast<sleave_expression_op>(SLEAVE_FOLLOW_CODE(what));
  return binary(op, word(width, left, left_value), word(width, right, right_value)).expression;
}

SLEAVE_EXPORT std::uint32_t __sleave_follow_compare(std::uint32_t what, std::uint32_t left, std::uint32_t right,
                                                    sleave_uint128 left_value, sleave_uint128 right_value) {
  if ((left | right) == 0) return 0;
  const unsigned width = SLEAVE_FOLLOW_WIDTH(what);
  const unsigned code = SLEAVE_FOLLOW_CODE(what);
  constexpr sleave_expression_op kOps[] = {SLEAVE_OP_equal, SLEAVE_OP_ult, SLEAVE_OP_slt};
  const Word result =
      binary(kOps[code & ~SLEAVE_FOLLOW_NEGATED], word(width, left, left_value), word(width, right, right_value));
  return ((code & SLEAVE_FOLLOW_NEGATED) != 0 ? inverted(result) : result).expression;
}

SLEAVE_EXPORT std::uint32_t __sleave_follow_cast(std::uint32_t what, std::uint32_t operand, sleave_uint128 value) {
  if (operand == 0) return 0;
  const Word from = word(SLEAVE_FOLLOW_WIDTH(what), operand, value);
  const unsigned width = SLEAVE_FOLLOW_OTHER(what);
  switch (SLEAVE_FOLLOW_CODE(what)) {
    case SLEAVE_FOLLOW_ZERO_EXTEND:
      return zero_extended(from, width).expression;
    case SLEAVE_FOLLOW_SIGN_EXTEND:
      return sign_extended(from, width).expression;
    default:
      return extract(from, 0, width).expression;
  }
}

SLEAVE_EXPORT std::uint32_t __sleave_follow_choose(std::uint32_t what, std::uint32_t condition, std::uint32_t left,
                                                   std::uint32_t right, int condition_value, sleave_uint128 left_value,
                                                   sleave_uint128 right_value) {
  if (condition == 0) return condition_value != 0 ? left : right;
  const unsigned width = SLEAVE_FOLLOW_WIDTH(what);
  return choose(word(1, condition, static_cast<unsigned>(condition_value)), word(width, left, left_value),
                word(width, right, right_value))
      .expression;
}

SLEAVE_EXPORT std::uint32_t __sleave_follow_extract(std::uint32_t what, std::uint32_t count, std::uint32_t operand,
                                                    sleave_uint128 value) {
  if (operand == 0) return 0;
  return extract(word(SLEAVE_FOLLOW_WIDTH(what), operand, value), SLEAVE_FOLLOW_OTHER(what), count).expression;
}

SLEAVE_EXPORT std::uint32_t __sleave_follow_concat(std::uint32_t what, std::uint32_t upper, std::uint32_t lower,
                                                   sleave_uint128 upper_value, sleave_uint128 lower_value) {
  if ((upper | lower) == 0) return 0;
  return concat(word(SLEAVE_FOLLOW_WIDTH(what), upper, upper_value),
                word(SLEAVE_FOLLOW_OTHER(what), lower, lower_value))
      .expression;
}
