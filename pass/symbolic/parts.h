// Vectors and aggregates taken apart and put together: the same is done with their numbers, without a hook.
//
//   before:   %e = extractvalue { i32, i1 } %a, 0
//             %v = insertelement <4 x i32> %u, i32 %e, i64 %i
//   steps:    %se = extractvalue { i32, i32 } %sa, 0
//             %sv = insertelement <4 x i32> %su, i32 %se, i64 %i
//
// Which lane it is, if that depends on the input, is a path constraint about it, as with an address.
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followParts(Follower& follower, llvm::Instruction& instruction);

}  // namespace sleave
