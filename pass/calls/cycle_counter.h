// Reads of the processor's cycle counter become calls, because a clock the plan does not decide would make runs differ.
//
//   before:   %t = call i64 @llvm.x86.rdtsc()                 ; or llvm.readcyclecounter
//             %r = call { i64, i32 } @llvm.x86.rdtscp()       ; counter and processor number
//             %h = call { i32, i32 } asm "rdtsc", "={ax},={dx}"()
//   after:    %t = call i64 @__sleave_cycle_counter()
//             %u = call i64 @__sleave_cycle_counter()
//             %r = { %u, 0 }
//             %w = call i64 @__sleave_cycle_counter()
//             %h = { low half of %w, high half of %w }
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool replaceCycleCounters(llvm::Function& function);

}  // namespace sleave
