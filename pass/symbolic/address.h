// Address arithmetic, as sums and products.
//
//   before:   %q = getelementptr { i32, i32 }, ptr %p, i64 %i, i32 1
//   steps:    %s1 = call i32 @__sleave_follow_binary(i32 "mul, 64", i32 %si, i32 0, i128 %i, i128 8)
//             %s2 = call i32 @__sleave_follow_binary(i32 "add, 64", i32 %sp, i32 %s1, i128 %p, i128 (%i * 8))
//             %sq = call i32 @__sleave_follow_binary(i32 "add, 64", i32 %s2, i32 0, i128 (%p + %i * 8), i128 4)
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followAddress(Follower& follower, llvm::Instruction& instruction);

}  // namespace sleave
