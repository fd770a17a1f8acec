// Intrinsics as formulas over words.
#pragma once

#include "abi/follow.h"
#include "runtime/symbolic/word.h"

namespace sleave::rt {

// `width`: of the result, where it may be another than that of the operands.
Word formula(sleave_followed_intrinsic which, unsigned width, const Word& a, const Word& b, const Word& c);

}  // namespace sleave::rt
