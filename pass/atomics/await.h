// Loops that only look: a thread that runs `while (!ready.load()) {}` waits, and an iteration that found nothing new
// might as well not have been. A search that runs every execution once needs to know, or there is no end to them.
//
// An await is a loop that looks at atomics and whose iterations leave nothing behind: no store but to atomics (whether
// one happens is seen at run time), no call but of functions that keep to the same rule, of yields and of try-locks.
// What one iteration hands to the next (phis of the header, private stack slots) is told to the hook, which compares: a
// loop that counts its iterations is never found where it was.
//
//   before:   header: %n = phi i32 [ 0, %entry ], [ %next, %latch ]
//   after:    header: %n = phi i32 [ 0, %entry ], [ %next, %latch ]
//                     %again = phi i32 [ 0, %entry ], [ 1, %latch ]
//                     call void @__sleave_await(i32 %again, i64 <hash of %n>)
#pragma once

#include <llvm/IR/Module.h>

namespace sleave {

// At the start of the pipeline: loops over atomics are not rotated, peeled or unrolled. Their first look would become
// code before the loop, which the loop does not come back to.
bool keepAwaitsWhole(llvm::Module& module);

// At its end, before anything else is instrumented.
bool announceAwaits(llvm::Module& module);

}  // namespace sleave
