#include "engine/model/updates.h"

#include <cstdlib>

namespace sleave {

using graph::Op;

// No default: a new row does not compile without a line here.
Op operation_of(sleave_rmw_op update) {
  switch (update) {
    case SLEAVE_RMW_xchg:
      return Op::exchange;
    case SLEAVE_RMW_add:
      return Op::add;
    case SLEAVE_RMW_sub:
      return Op::subtract;
    case SLEAVE_RMW_and:
      return Op::bit_and;
    case SLEAVE_RMW_nand:
      return Op::bit_nand;
    case SLEAVE_RMW_or:
      return Op::bit_or;
    case SLEAVE_RMW_xor:
      return Op::bit_xor;
    case SLEAVE_RMW_max:
      return Op::signed_max;
    case SLEAVE_RMW_min:
      return Op::signed_min;
    case SLEAVE_RMW_umax:
      return Op::unsigned_max;
    case SLEAVE_RMW_umin:
      return Op::unsigned_min;
    case SLEAVE_RMW_COUNT:
      break;
  }
  std::abort();  // a trace with another was refused (engine/trace/check.cc)
}

}  // namespace sleave
