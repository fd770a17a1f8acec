// Promises that instrumentation breaks are withdrawn, and frames are made walkable.
//
//   before:   define i32 @get(ptr %p) memory(argmem: read) nosync willreturn { ... call i32 @pure() memory(none) ... }
//   after:    define i32 @get(ptr %p) "frame-pointer"="all" { ... call i32 @pure() ... }
//
// A hook reads and writes the runtime's memory, synchronizes with other threads and may never return (the run can end
// in it). A later pass, at link time, must not remove, repeat or move a call on the strength of the old promises.
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

// The runtime walks stacks by frame pointers: through functions without hooks, too.
void keepFramePointer(llvm::Function& function);

// Drops the promises of the function and of its calls, whose callees are instrumented as well.
void withdrawPromises(llvm::Function& function);

}  // namespace sleave
