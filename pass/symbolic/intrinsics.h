// Intrinsics: memory is copied and filled with its numbers; what says nothing about values is left alone; others that
// compute with a value that depends on the input are a loss.
//
//   before:   call void @llvm.memcpy(ptr %to, ptr %from, i64 %n, i1 false)
//   steps:    call void @__sleave_follow_word(...)                       ; before it, for %to, %from and %n
//             call void @__sleave_follow_copy(ptr %to, ptr %from, i64 %n)  ; after it
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followIntrinsic(Follower& follower, llvm::Instruction& instruction);

}  // namespace sleave
