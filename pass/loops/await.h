// Loops that only read: a thread that runs `while (!ready.load()) {}` waits, and an iteration that found nothing new
// has no effect. A search that runs every execution once must know such loops, or it would never end.
//
// An await is a loop that reads atomics and whose iterations have no lasting effect: no store except to atomics
// (whether one happens is seen at run time), no call except of functions that obey the same rule, of yields and of
// try-locks. The values that one iteration passes to the next (phis of the header, private stack slots) are passed to
// the hook, which compares them: a loop that counts its iterations never returns to the same state.
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
