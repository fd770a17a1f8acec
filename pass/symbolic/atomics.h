// Atomic updates and compare-exchanges; atomic loads and stores are followed as all others (access.h). Said right after
// the operation, before anybody else can run.
//
//   before:   %old = atomicrmw add ptr %p, i32 %v seq_cst
//             %r = cmpxchg ptr %p, i32 %e, i32 %n seq_cst seq_cst
//   steps:    %sold = call i32 @__sleave_follow_rmw(i32 "add, 32", ptr %p, i32 %sv, i128 %v, i128 %old)
//             %s = call i32 @__sleave_follow_cas(i32 32, ptr %p, i32 %se, i32 %sn, i32 %ok, i128 %e, i128 %n, i128
//             %old) %sr = { i32 %s, i32 0 }
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followAtomic(Follower& follower, llvm::Instruction& instruction);

}  // namespace sleave
