// Hooks after atomic operations. Nobody else has run since the operation, so memory and its shadow belong together.
#include "abi/follow.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/formulas.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/reads.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

namespace {

Word updated(sleave_rmw_op op, const Word& old, const Word& operand) {
  const auto chosen = [&](sleave_followed_intrinsic which) { return formula(which, old.width, old, operand, old); };
  switch (op) {
    case SLEAVE_RMW_xchg:
      return operand;
    case SLEAVE_RMW_add:
      return binary(SLEAVE_OP_add, old, operand);
    case SLEAVE_RMW_sub:
      return binary(SLEAVE_OP_sub, old, operand);
    case SLEAVE_RMW_and:
      return binary(SLEAVE_OP_bit_and, old, operand);
    case SLEAVE_RMW_nand:
      return inverted(binary(SLEAVE_OP_bit_and, old, operand));
    case SLEAVE_RMW_or:
      return binary(SLEAVE_OP_bit_or, old, operand);
    case SLEAVE_RMW_xor:
      return binary(SLEAVE_OP_bit_xor, old, operand);
    case SLEAVE_RMW_max:
      return chosen(SLEAVE_FOLLOWED_smax);
    case SLEAVE_RMW_min:
      return chosen(SLEAVE_FOLLOWED_smin);
    case SLEAVE_RMW_umax:
      return chosen(SLEAVE_FOLLOWED_umax);
    case SLEAVE_RMW_umin:
      return chosen(SLEAVE_FOLLOWED_umin);
    case SLEAVE_RMW_COUNT:
      break;
  }
  __builtin_trap();
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_follow_rmw(std::uint32_t what, void* address, std::uint32_t operand,
                                                sleave_uint128 operand_value, sleave_uint128 old) {
  const unsigned width = SLEAVE_FOLLOW_WIDTH(what);
  const auto op = static_cast<sleave_rmw_op>(SLEAVE_FOLLOW_CODE(what));
  const Word found = shadow_read(address, width, old, SLEAVE_SITE_HERE);
  const Word now = updated(op, found, used_word(width, operand, operand_value, SLEAVE_SITE_HERE));
  shadow_write(address, now);
  if (reads_are_inputs) follow_stored(address, now);
  return found.expression;
}

// That the comparison came out as it did is a path constraint; whether the operation wrote is not followed beyond that.
SLEAVE_EXPORT std::uint32_t __sleave_follow_cas(std::uint32_t bits, void* address, std::uint32_t expected,
                                                std::uint32_t desired, int wrote, sleave_uint128 expected_value,
                                                sleave_uint128 desired_value, sleave_uint128 old) {
  const Word found = shadow_read(address, bits, old, SLEAVE_SITE_HERE);
  const Word wanted = used_word(bits, expected, expected_value, SLEAVE_SITE_HERE);
  learn(SLEAVE_PATH_CONSTRAINT_comparison, equal(found, wanted), SLEAVE_SITE_HERE);
  if (wrote != 0) {
    const Word now = used_word(bits, desired, desired_value, SLEAVE_SITE_HERE);
    shadow_write(address, now);
    if (reads_are_inputs) follow_stored(address, now);
  }
  return found.expression;
}
