#include "engine/solve/backends/z3_floating.h"

#include <string>

#include "abi/inputs/floating.h"

namespace sleave::solve {

using expr::Op;

z3::expr Z3Floating::made(Z3_ast term) const {
  context_.check_error();
  return {context_, term};
}

z3::sort Z3Floating::sort(unsigned width) const {
  return {context_, width == 64 ? Z3_mk_fpa_sort_64(context_) : Z3_mk_fpa_sort_32(context_)};
}

z3::expr Z3Floating::mode(Op op) const {
  switch (op) {
    case Op::float_floor:
      return made(Z3_mk_fpa_rtn(context_));
    case Op::float_ceil:
      return made(Z3_mk_fpa_rtp(context_));
    case Op::float_truncate:
    case Op::float_to_signed:
    case Op::float_to_unsigned:
      return made(Z3_mk_fpa_rtz(context_));
    case Op::float_round:
      return made(Z3_mk_fpa_rna(context_));
    default:
      return made(Z3_mk_fpa_rne(context_));
  }
}

z3::expr Z3Floating::number(const z3::expr& word) const {
  return made(Z3_mk_fpa_to_fp_bv(context_, word, sort(word.get_sort().bv_size())));
}

z3::expr Z3Floating::word(const z3::expr& number, unsigned width) {
  const z3::expr open = context_.bv_const(("open" + std::to_string(open_++)).c_str(), width);
  return z3::ite(made(Z3_mk_fpa_is_nan(context_, number)), open, made(Z3_mk_fpa_to_ieee_bv(context_, number)));
}

// Two to a power.
z3::expr Z3Floating::limit(unsigned width, unsigned exponent, bool negative) const {
  const auto bits = [&](Op op, unsigned from, expr::Word a, expr::Word b) {
    return floating::apply(static_cast<unsigned>(op), from, width, a, b);
  };
  expr::Word word = bits(Op::float_of_unsigned, 64, expr::Word{1} << (exponent - (exponent == 64 ? 1 : 0)), 0);
  if (exponent == 64) word = bits(Op::float_add, width, word, word);
  if (negative) word |= expr::top_bit(width);
  return number(context_.bv_val(static_cast<std::uint64_t>(word), width));
}

z3::expr Z3Floating::rounded(const z3::expr& x, Op op) const {
  return made(Z3_mk_fpa_round_to_integral(context_, mode(op), x));
}

z3::expr Z3Floating::whole_part(const expr::Node& node, const z3::expr& x, unsigned width) {
  const bool is_signed = node.op == Op::float_to_signed;
  const unsigned bits = node.width;
  const z3::expr whole = rounded(x, Op::float_truncate);
  const z3::expr least = is_signed ? limit(width, bits - 1, true) : number(context_.bv_val(0, width));
  const z3::expr beyond = limit(width, is_signed ? bits - 1 : bits, false);
  const z3::expr fits = made(Z3_mk_fpa_leq(context_, least, whole)) && made(Z3_mk_fpa_lt(context_, whole, beyond));
  const z3::expr word = made(is_signed ? Z3_mk_fpa_to_sbv(context_, mode(node.op), whole, bits)
                                       : Z3_mk_fpa_to_ubv(context_, mode(node.op), whole, bits));
  const z3::expr otherwise = context_.bv_val(static_cast<std::uint64_t>(expr::top_bit(bits)), bits);
  return z3::ite(fits, word, otherwise);
}

z3::expr Z3Floating::arithmetic(Op op, const z3::expr& a, const z3::expr& b) const {
  switch (op) {
    case Op::float_add:
      return made(Z3_mk_fpa_add(context_, mode(op), a, b));
    case Op::float_sub:
      return made(Z3_mk_fpa_sub(context_, mode(op), a, b));
    case Op::float_mul:
      return made(Z3_mk_fpa_mul(context_, mode(op), a, b));
    case Op::float_div:
      return made(Z3_mk_fpa_div(context_, mode(op), a, b));
    case Op::float_sqrt:
      return made(Z3_mk_fpa_sqrt(context_, mode(op), a));
    default:
      return rounded(a, op);
  }
}

z3::expr Z3Floating::operation(const expr::Node& node, const expr::Shape& shape, const z3::expr* x) {
  const auto flag = [&](const z3::expr& holds) { return z3::ite(holds, context_.bv_val(1, 1), context_.bv_val(0, 1)); };
  switch (node.op) {
    case Op::float_below:
      return flag(made(Z3_mk_fpa_lt(context_, number(x[0]), number(x[1]))));
    case Op::float_equal:
      return flag(made(Z3_mk_fpa_eq(context_, number(x[0]), number(x[1]))));
    case Op::float_of_signed:
      return word(made(Z3_mk_fpa_to_fp_signed(context_, mode(node.op), x[0], sort(node.width))), node.width);
    case Op::float_of_unsigned:
      return word(made(Z3_mk_fpa_to_fp_unsigned(context_, mode(node.op), x[0], sort(node.width))), node.width);
    case Op::float_to_signed:
    case Op::float_to_unsigned:
      return whole_part(node, number(x[0]), shape.operand_width);
    case Op::float_resize:
      return word(made(Z3_mk_fpa_to_fp_float(context_, mode(node.op), number(x[0]), sort(node.width))), node.width);
    default:
      return word(arithmetic(node.op, number(x[0]), operands_of(node.op) == 2 ? number(x[1]) : number(x[0])),
                  node.width);
  }
}

}  // namespace sleave::solve
