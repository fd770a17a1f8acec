// The processor's hint that a loop waits for another thread becomes a call, because under control it is the moment to
// let that thread run.
//
//   before:   call void @llvm.x86.sse2.pause()
//             call void asm sideeffect "rep; nop", "~{memory}"()
//   after:    call void @__sleave_pause()
//             call void @__sleave_pause()
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool replaceSpinHints(llvm::Function& function);

}  // namespace sleave
