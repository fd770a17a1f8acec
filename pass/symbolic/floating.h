// Floating-point numbers of 32 and 64 bits.
//
//   before:   %s = fadd double %a, %b
//             %c = fcmp ogt double %s, 3.5
//             %n = fptosi double %s to i32
//   steps:    %ss = call i32 @__sleave_follow_floating(i32 "float_add, 64, 64", i32 %sa, i32 %sb, i128 %a, i128 %b)
//             %sc = call i32 @__sleave_follow_order(i32 "above, 64", i32 %ss, i32 0, i128 %s, i128 3.5)
//             %sn = call i32 @__sleave_follow_floating(i32 "float_to_signed, 64, 32", i32 %ss, i32 0, i128 %s, i128 0)
//
// A loss are other widths, remainders, and instructions that allow the compiler another result than the nearest one
// (-ffast-math).
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followFloatingPoint(Follower& follower, llvm::Instruction& instruction);

// Whether numbers are among operands or result.
bool isFloating(const llvm::Instruction& instruction);
// Whether they all have a width that is tracked, and the result is the nearest number.
bool isExactFloating(const llvm::Instruction& instruction);

}  // namespace sleave
