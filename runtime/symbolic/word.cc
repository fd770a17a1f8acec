#include "runtime/symbolic/word.h"

#include "abi/inputs/floating.h"
#include "runtime/symbolic/concretizations.h"

namespace sleave::rt {

namespace {

using Signed = __int128;

Signed as_signed(const Word& word) {
  const unsigned unused = kMostBits - word.width;
  return static_cast<Signed>(word.value << unused) >> unused;
}

// The expression of an operand: of a constant, a node of its own.
std::uint32_t operand(const Word& word) {
  return word.follows() ? word.expression : node({SLEAVE_OP_constant, word.width, {}, word.value});
}

sleave_uint128 shifted(sleave_expression_op op, const Word& left, const Word& right) {
  const bool beyond = right.value >= left.width;
  const auto by = static_cast<unsigned>(beyond ? left.width - 1 : right.value);
  if (op == SLEAVE_OP_ashr) return static_cast<sleave_uint128>(as_signed(left) >> by);
  if (beyond) return 0;
  return op == SLEAVE_OP_shl ? left.value << by : left.value >> by;
}

sleave_uint128 divided(sleave_expression_op op, const Word& left, const Word& right) {
  const bool by_zero = right.value == 0;
  if (op == SLEAVE_OP_udiv) return by_zero ? ones(left.width) : left.value / right.value;
  if (op == SLEAVE_OP_urem) return by_zero ? left.value : left.value % right.value;
  const bool left_negative = as_signed(left) < 0;
  const bool right_negative = as_signed(right) < 0;
  const sleave_uint128 dividend = left_negative ? -left.value & ones(left.width) : left.value;
  const sleave_uint128 divisor = right_negative ? -right.value & ones(left.width) : right.value;
  if (op == SLEAVE_OP_srem) {
    const sleave_uint128 rest = by_zero ? dividend : dividend % divisor;
    return left_negative ? -rest : rest;
  }
  const sleave_uint128 quotient = by_zero ? ones(left.width) : dividend / divisor;
  return left_negative != right_negative ? -quotient : quotient;
}

sleave_uint128 computed(sleave_expression_op op, const Word& left, const Word& right) {
  switch (op) {
    case SLEAVE_OP_add:
      return left.value + right.value;
    case SLEAVE_OP_sub:
      return left.value - right.value;
    case SLEAVE_OP_mul:
      return left.value * right.value;
    case SLEAVE_OP_bit_and:
      return left.value & right.value;
    case SLEAVE_OP_bit_or:
      return left.value | right.value;
    case SLEAVE_OP_bit_xor:
      return left.value ^ right.value;
    case SLEAVE_OP_equal:
      return left.value == right.value ? 1 : 0;
    case SLEAVE_OP_ult:
      return left.value < right.value ? 1 : 0;
    case SLEAVE_OP_slt:
      return as_signed(left) < as_signed(right) ? 1 : 0;
    case SLEAVE_OP_shl:
    case SLEAVE_OP_lshr:
    case SLEAVE_OP_ashr:
      return shifted(op, left, right);
    default:
      return divided(op, left, right);
  }
}

bool compares(sleave_expression_op op) { return op == SLEAVE_OP_equal || op == SLEAVE_OP_ult || op == SLEAVE_OP_slt; }

// The word with its expression, made of `operands`: none of them is missing, or the trace is full.
Word made(sleave_expression_op op, unsigned width, sleave_uint128 value, std::uint32_t a, std::uint32_t b,
          std::uint32_t c) {
  Word result = constant(width, value);
  result.expression = node({op, width, {a, b, c}, result.value});
  return result;
}

}  // namespace

Word word(unsigned width, std::uint32_t expression, sleave_uint128 value) {
  if (expression == 0) return constant(width, value);
  if (!is_node(expression) || node_at(expression).width != width) {  // of a lane that does not exist, say
    lose(SLEAVE_CONCRETIZATION_operation, 0);
    return constant(width, value);
  }
  return {width, value_of(expression), expression};
}

Word used_word(unsigned width, std::uint32_t expression, sleave_uint128 value, std::uintptr_t site) {
  const Word result = word(width, expression, value);
  if (result.value == (value & ones(width))) return result;
  lose(SLEAVE_CONCRETIZATION_operation, site);
  return constant(width, value);
}

Word binary(sleave_expression_op op, const Word& left, const Word& right) {
  const unsigned width = compares(op) ? 1 : left.width;
  const sleave_uint128 value = computed(op, left, right);
  if (!left.follows() && !right.follows()) return constant(width, value);
  const std::uint32_t a = operand(left);
  const std::uint32_t b = operand(right);
  return a != 0 && b != 0 ? made(op, width, value, a, b, 0) : constant(width, value);
}

Word floating_operation(sleave_expression_op op, unsigned width, const Word& left, const Word& right) {
  const bool single = floating::operands_of(op) == 1;
  const sleave_uint128 value = floating::apply(op, left.width, width, left.value, right.value);
  if (!left.follows() && (single || !right.follows())) return constant(width, value);
  const std::uint32_t a = operand(left);
  const std::uint32_t b = single ? 0 : operand(right);
  return a != 0 && (single || b != 0) ? made(op, width, value, a, b, 0) : constant(width, value);
}

Word inverted(const Word& operand) {
  if (!operand.follows()) return constant(operand.width, ~operand.value);
  return made(SLEAVE_OP_bit_not, operand.width, ~operand.value, operand.expression, 0, 0);
}

Word extract(const Word& operand, unsigned low, unsigned width) {
  const sleave_uint128 value = operand.value >> low;
  if (!operand.follows()) return constant(width, value);
  if (width == operand.width) return operand;
  const sleave_trace_expression& inner = node_at(operand.expression);
  if (inner.op == SLEAVE_OP_concat) {  // of one half alone
    const unsigned lower = node_at(inner.operands[1]).width;
    const bool upper_half = low >= lower;
    if (upper_half || low + width <= lower) {
      const std::uint32_t half = inner.operands[upper_half ? 0 : 1];
      return extract({node_at(half).width, value_of(half), half}, upper_half ? low - lower : low, width);
    }
  }
  if (inner.op == SLEAVE_OP_extract) {
    const std::uint32_t whole = inner.operands[0];
    return extract({node_at(whole).width, value_of(whole), whole}, inner.operands[1] + low, width);
  }
  if (inner.op == SLEAVE_OP_constant) return constant(width, value);
  return made(SLEAVE_OP_extract, width, value, operand.expression, low, 0);
}

Word concat(const Word& upper, const Word& lower) {
  const unsigned width = upper.width + lower.width;
  const sleave_uint128 value = upper.value << lower.width | lower.value;
  if (!upper.follows() && !lower.follows()) return constant(width, value);
  if (upper.follows() && lower.follows()) {  // neighbors of the same word
    const sleave_trace_expression& a = node_at(upper.expression);
    const sleave_trace_expression& b = node_at(lower.expression);
    if (a.op == SLEAVE_OP_extract && b.op == SLEAVE_OP_extract && a.operands[0] == b.operands[0] &&
        a.operands[1] == b.operands[1] + b.width) {
      const std::uint32_t whole = a.operands[0];
      return extract({node_at(whole).width, value_of(whole), whole}, b.operands[1], width);
    }
  }
  const std::uint32_t a = operand(upper);
  const std::uint32_t b = operand(lower);
  return a != 0 && b != 0 ? made(SLEAVE_OP_concat, width, value, a, b, 0) : constant(width, value);
}

Word zero_extended(const Word& operand, unsigned width) {
  return width == operand.width ? operand : concat(constant(width - operand.width, 0), operand);
}

Word sign_extended(const Word& operand, unsigned width) {
  const auto value = static_cast<sleave_uint128>(as_signed(operand));
  if (!operand.follows() || width == operand.width) return {width, value & ones(width), operand.expression};
  return made(SLEAVE_OP_sign_extend, width, value, operand.expression, 0, 0);
}

Word choose(const Word& condition, const Word& then, const Word& otherwise) {
  const Word& chosen = condition.value != 0 ? then : otherwise;
  if (!condition.follows()) return chosen;
  if (then.expression == otherwise.expression && then.value == otherwise.value) return chosen;
  const std::uint32_t a = operand(then);
  const std::uint32_t b = operand(otherwise);
  if (a == 0 || b == 0) return constant(chosen.width, chosen.value);
  return made(SLEAVE_OP_choose, chosen.width, chosen.value, condition.expression, a, b);
}

Word is_set(const Word& operand) {
  if (operand.width == 1) return operand;
  if (operand.follows()) {
    const sleave_trace_expression& inner = node_at(operand.expression);
    if (inner.op == SLEAVE_OP_concat) {
      const sleave_trace_expression& upper = node_at(inner.operands[0]);
      const std::uint32_t lower = inner.operands[1];
      if (upper.op == SLEAVE_OP_constant && value_of(inner.operands[0]) == 0) {
        return is_set({node_at(lower).width, value_of(lower), lower});
      }
    }
  }
  return inverted(equal(operand, constant(operand.width, 0)));
}

}  // namespace sleave::rt
