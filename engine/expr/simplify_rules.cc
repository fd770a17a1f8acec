#include "engine/expr/simplify_rules.h"

namespace sleave::expr {

std::optional<Expr> apply_rules(Pool& pool, const Node& node) {
  switch (node.op) {
    case Op::constant:
    case Op::input:
      return std::nullopt;
    case Op::bit_not:
      return simplify_not(pool, node);
    case Op::extract:
      return simplify_extract(pool, node);
    case Op::sign_extend:
      return simplify_sign_extend(pool, node);
    case Op::concat:
      return simplify_concat(pool, node);
    case Op::add:
      return simplify_add(pool, node);
    case Op::sub:
      return simplify_sub(pool, node);
    case Op::mul:
      return simplify_mul(pool, node);
    case Op::udiv:
    case Op::urem:
      return simplify_unsigned_division(pool, node);
    case Op::sdiv:
    case Op::srem:
      return simplify_signed_division(pool, node);
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
      return simplify_bitwise(pool, node);
    case Op::shl:
    case Op::lshr:
    case Op::ashr:
      return simplify_shift(pool, node);
    case Op::equal:
      return simplify_equal(pool, node);
    case Op::ult:
    case Op::slt:
      return simplify_less(pool, node);
    case Op::choose:
      return simplify_choose(pool, node);
    case Op::float_below:
      return simplify_float_below(pool, node);
    case Op::float_equal:
      return simplify_float_equal(pool, node);
    default:
      return std::nullopt;
  }
}

}  // namespace sleave::expr
