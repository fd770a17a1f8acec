#include "runtime/symbolic/possible_values.h"

#include "runtime/symbolic/word.h"

namespace sleave::rt {

namespace {

// An address is a sum of few terms. Expressions may be deeper than a fiber's stack, and every level may cost twice as
// much.
constexpr unsigned kDeepest = 8;
// What lies further out is as good as unknown; products of what does not have room.
constexpr unsigned kMostWidth = 64;
constexpr Signed kLargest = Signed{1} << 62;

sleave_uint128 common_step(sleave_uint128 a, sleave_uint128 b) {
  while (b != 0) {
    const sleave_uint128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// What is left of a step when multiples of a power of two are added.
sleave_uint128 power_of_two_in(sleave_uint128 step) { return step & -step; }

Signed size_of(unsigned width) { return Signed{1} << width; }

PossibleValues one(Signed value) { return {value, value, 0, value}; }

// All numbers of so many bits, without sign, in this step.
PossibleValues any(unsigned width, sleave_uint128 value, sleave_uint128 step) {
  return {0, size_of(width) - 1, step, static_cast<Signed>(value)};
}

// The same numbers without sign, as they are seen when a word is widened.
PossibleValues without_sign(const PossibleValues& values, unsigned width, sleave_uint128 value) {
  if (values.low >= 0 && values.high < size_of(width)) return values;
  const sleave_uint128 step = values.step == 0 ? 0 : power_of_two_in(values.step);
  return step == 0 ? one(static_cast<Signed>(value))
                   : any(width, value, step < (sleave_uint128{1} << width) ? step : 1);
}

PossibleValues with_sign(const PossibleValues& values, unsigned width) {
  const Signed half = size_of(width) / 2;
  if (values.low >= -half && values.high < half) return values;
  const Signed now = ((values.now + half) & (size_of(width) - 1)) - half;
  if (values.step == 0) return one(now);
  const sleave_uint128 step = power_of_two_in(values.step);
  return {-half, half - 1, step < static_cast<sleave_uint128>(size_of(width)) ? step : 1, now};
}

PossibleValues sum(const PossibleValues& a, const PossibleValues& b) {
  return {a.low + b.low, a.high + b.high, common_step(a.step, b.step), a.now + b.now};
}

PossibleValues times(const PossibleValues& a, Signed factor) {
  const Signed first = a.low * factor;
  const Signed last = a.high * factor;
  const auto by = static_cast<sleave_uint128>(factor < 0 ? -factor : factor);
  return {first < last ? first : last, first < last ? last : first, a.step * by, a.now * factor};
}

PossibleValues either(const PossibleValues& a, const PossibleValues& b, bool is_first) {
  const Signed apart = a.now < b.now ? b.now - a.now : a.now - b.now;
  return {a.low < b.low ? a.low : b.low, a.high < b.high ? b.high : a.high,
          common_step(common_step(a.step, b.step), static_cast<sleave_uint128>(apart)), is_first ? a.now : b.now};
}

bool is_large(const PossibleValues& values) { return values.low < -kLargest || values.high > kLargest; }

class Look {
 public:
  PossibleValues at(std::uint32_t expression, unsigned depth) {
    const sleave_trace_expression& entry = node_at(expression);
    const sleave_uint128 value = value_of(expression);
    const unsigned width = entry.width;
    const PossibleValues unknown = any(width, value, 1);
    if (entry.op == SLEAVE_OP_constant) {
      return one(static_cast<Signed>(value) - (value >> (width - 1) != 0 && width == kMostWidth ? size_of(width) : 0));
    }
    if (depth == 0) return unknown;
    const PossibleValues values = computed(entry, value, unknown, depth - 1);
    return is_large(values) ? without_sign(values, width, value) : values;
  }

 private:
  PossibleValues computed(const sleave_trace_expression& entry, sleave_uint128 value, const PossibleValues& unknown,
                          unsigned depth) {
    const unsigned width = entry.width;
    const auto operand = [&](int i) { return at(entry.operands[i], depth); };
    const auto operand_width = [&](int i) { return static_cast<unsigned>(node_at(entry.operands[i]).width); };
    switch (entry.op) {
      case SLEAVE_OP_concat:  // with zeros above: a wider word
        if (node_at(entry.operands[0]).op != SLEAVE_OP_constant || value_of(entry.operands[0]) != 0) return unknown;
        return without_sign(operand(1), operand_width(1), value);
      case SLEAVE_OP_sign_extend:
        return with_sign(operand(0), operand_width(0));
      case SLEAVE_OP_extract:
        if (entry.operands[1] != 0 || operand_width(0) > kMostWidth) return unknown;
        return without_sign(operand(0), width, value);
      case SLEAVE_OP_add:
        return sum(operand(0), operand(1));
      case SLEAVE_OP_sub:
        return sum(operand(0), times(operand(1), -1));
      case SLEAVE_OP_choose:
        return either(operand(1), operand(2), value_of(entry.operands[0]) != 0);
      default:
        return with_constant(entry, value, unknown, depth);
    }
  }

  // Operations that say something if one operand is fixed.
  PossibleValues with_constant(const sleave_trace_expression& entry, sleave_uint128 value,
                               const PossibleValues& unknown, unsigned depth) {
    const bool commutes = entry.op == SLEAVE_OP_mul || entry.op == SLEAVE_OP_bit_and;
    const int at_right = commutes && node_at(entry.operands[0]).op == SLEAVE_OP_constant ? 0 : 1;
    const bool has_right = entry.op >= SLEAVE_OP_add && entry.op <= SLEAVE_OP_ashr;
    if (!has_right || node_at(entry.operands[at_right]).op != SLEAVE_OP_constant) return unknown;
    const sleave_uint128 right = value_of(entry.operands[at_right]);
    const auto now = static_cast<Signed>(value);
    switch (entry.op) {
      case SLEAVE_OP_mul:
        return times(at(entry.operands[1 - at_right], depth), at(entry.operands[at_right], depth).now);
      case SLEAVE_OP_shl:
        return right >= entry.width ? unknown : times(at(entry.operands[0], depth), Signed{1} << right);
      case SLEAVE_OP_bit_and:
        return right == 0 ? one(0) : PossibleValues{0, static_cast<Signed>(right), power_of_two_in(right), now};
      case SLEAVE_OP_urem:
        return right == 0 ? unknown : PossibleValues{0, static_cast<Signed>(right) - 1, 1, now};
      case SLEAVE_OP_lshr:
        return right >= entry.width ? unknown : PossibleValues{0, (size_of(entry.width) - 1) >> right, 1, now};
      default:
        return unknown;
    }
  }
};

}  // namespace

PossibleValues possible_addresses(std::uint32_t expression) {
  return without_sign(Look().at(expression, kDeepest), kMostWidth, value_of(expression));
}

}  // namespace sleave::rt
