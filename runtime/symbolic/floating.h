// Operations on floating-point numbers that are made of those in abi/expressions.def.
#pragma once

#include "abi/follow.h"
#include "runtime/symbolic/word.h"

namespace sleave::rt {

// Whether results are the nearest numbers, small ones too, which is what the operations mean. A program can change that
// (fesetround, -ffast-math): then a value that depends on the input is lost at `site`.
bool rounds_as_usual(std::uintptr_t site);

// Whether the order of the two is one of those in `wanted` (sleave_follow_order).
Word ordered(unsigned wanted, const Word& left, const Word& right);

// An intrinsic of abi/calls/followed_intrinsics.def.
Word floating_formula(sleave_followed_intrinsic which, const Word& a, const Word& b, const Word& c);

}  // namespace sleave::rt
