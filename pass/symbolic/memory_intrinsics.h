// Memory that is copied, filled, or accessed under a mask.
//
//   before:   call void @llvm.memcpy(ptr %to, ptr %from, i64 %n, i1 false)
//             %v = call <4 x i32> @llvm.masked.load(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %else)
//   steps:    call void @__sleave_follow_word(...)                         ; before it, for %to, %from and %n
//             call void @__sleave_follow_copy(ptr %to, ptr %from, i64 %n)  ; after it
//             %sv0 = call i32 @__sleave_follow_masked_load(i32 32, ptr %p, i32 %m0, i32 %sm0, i32 %selse0, i128 %v0)
//
// Lanes of gathers and scatters are masked accesses, too, each with its own address.
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followMemoryIntrinsic(Follower& follower, llvm::Instruction& instruction);

}  // namespace sleave
