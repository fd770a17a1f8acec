// Atomic read-modify-writes become calls that perform them.
//
//   before:   %v = atomicrmw add ptr %p, i32 %n release
//   after:    %v = call i32 @__sleave_atomic_rmw_4(ptr %p, i32 %n, i32 1, i32 3)
//
// Operations that abi/rmw_ops.def does not have (floating point, wrapping increment and decrement) become a loop around
// the CAS hook, as on a machine without them:
//
//   before:   %v = atomicrmw fadd ptr %p, float %x seq_cst
//   after:      %first = call i32 @__sleave_atomic_load_4(ptr %p, i32 0)
//             sleave.retry:
//               %seen = phi i32 [ %first, ... ], [ %old, %sleave.retry ]
//               %new = ... %seen + %x ...
//               { %old, %ok } = __sleave_atomic_cas_4(%p, %seen, %new, 5, 5, 0)
//               br i1 %ok, label %sleave.done, label %sleave.retry
//             sleave.done:
//
// The load is an event: whether the first CAS succeeds depends on it, and a search must know what it depends on.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "abi/words.h"

namespace sleave {

// The operation in abi/rmw_ops.def, if it is there.
std::optional<sleave_rmw_op> hookOperation(llvm::AtomicRMWInst::BinOp operation);

bool replaceAtomicUpdates(llvm::Function& function);

}  // namespace sleave
