// Where the course of the run is decided.
//
//   before:   br i1 %c, label %yes, label %no
//             switch i32 %v, label %default [ i32 1, label %one  i32 7, label %seven ]
//   steps:    call void @__sleave_follow_branch(i32 %sc, i32 %c)
//             call void @__sleave_follow_switch(i32 32, i32 %sv, i64 %v, ptr @cases, i64 2)
//
// A switch is taken for a chain of comparisons, in the order of its cases, up to the one that held.
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followControl(Follower& follower, llvm::Instruction& instruction);

}  // namespace sleave
