// Fences become calls.
//
//   before:   fence acq_rel
//             fence syncscope("singlethread") seq_cst
//   after:    call void @__sleave_fence(i32 4)
//             call void @__sleave_signal_fence(i32 5)
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool replaceFences(llvm::Function& function);

}  // namespace sleave
