// Inline assembly that touches memory becomes a scheduling point. Atomic operations from before C11 are written like
// this, and lock-free libraries still do it.
//
//   before:   call void asm sideeffect "lock; incl $0", "=*m,*m,~{memory}"(ptr elementtype(i32) %p, ptr ...)
//   after:    call void @__sleave_assembly_begin(ptr %p, i64 4, i32 1)
//             call void asm sideeffect ...                              (as it was)
//             call void @__sleave_assembly_end(ptr %p, i64 4, i32 1)
//
// The object is the first memory operand that is written, or else the first that is read. Assembly that names no
// operand in memory but says that it touches memory ("mfence", or a pointer in a register) has no object that we could
// name and counts as a fence. Empty assembly is a barrier for the compiler only. Where memory may be touched besides
// the operand, __sleave_foreign_assembly() comes first: an exhaustive search has a gap there.
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool announceAssembly(llvm::Function& function);

}  // namespace sleave
