// Arguments and results. The caller leaves the numbers of its arguments, and whom they are for; the callee takes them
// if it is the one. Results come back the same way.
//
//   before:   define i32 @f(i32 %a) { ...  ret i32 %r }
//             %r = call i32 @f(i32 %b)
//   at entry: if (following.callee == @f) { %sa = @__sleave_follow_argument(i32 0, i32 32, i128 %a)
//                                           @__sleave_follow_entered() }
//   at ret:   following.returned = %sr
//             steps:  following.results[0] = %sr, following.returner = @f
//   at call:  steps:  following.arguments[0] = %sb, @__sleave_follow_call(@f)
//             call
//             steps:  %sr = @__sleave_follow_result(@f, i32 0, i32 32, i128 %r)
//
// A function of another module may not be followed. Those that are have a mark in front of them
// (pass/calls/foreign_call.h):
//
//   at call:  steps:  following.arguments[0] = %sb, @__sleave_follow_offer(@f)
//                     @__sleave_follow_offered(i32 32, i32 %sb, i128 %b)    ; without the mark: a path constraint, used
//                     with its value
//             call
//             steps:  @__sleave_follow_called(@f)
//
// Aggregates are handed over scalar by scalar. A call that must be a tail call hands its arguments over and takes
// nothing.
// A structure that is passed by value in memory takes the numbers of its bytes along.
//
// A function that is not followed may look at memory. So where something in memory depends on the input the offer is
// made even if no argument does, unless the function is known to look at nothing.
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followCall(Follower& follower, llvm::Instruction& instruction);
bool followReturn(Follower& follower, llvm::Instruction& instruction);
void followArguments(Follower& follower);

}  // namespace sleave
