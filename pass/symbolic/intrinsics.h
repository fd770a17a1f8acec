// Intrinsics that compute (abi/calls/followed_intrinsics.def), alone or over the lanes of a vector. Those that say
// nothing about values are left alone; others that are given a value that depends on the input are a loss.
//
//   before:   %r = call i32 @llvm.smax.i32(i32 %a, i32 %b)
//             %s = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %c, i8 %d)
//             %t = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
//   steps:    %sr = call i32 @__sleave_follow_intrinsic(i32 "smax, 32, 32", i32 %sa, i32 %sb, i32 0, i128 %a, ...)
//             %s0 = call i32 @__sleave_follow_binary(i32 "add, 8", ...)
//             %s1 = call i32 @__sleave_follow_intrinsic(i32 "uadd_with_overflow, 8, 1", ...)
//             %st = ... @__sleave_follow_binary(i32 "add, 32", ...) over all lanes
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followIntrinsic(Follower& follower, llvm::Instruction& instruction);

}  // namespace sleave
