// In files that are not compiled for inputs: the first function of the file that a run enters says so. What such code
// reads of the input nobody tracks, so a run with inputs then counts a concretization.
//
//   after:    @sleave.entered = private global i64 0
//             define void @f() {
//               if (@sleave.entered == 0) call void @__sleave_untracked_entered(ptr @sleave.entered)
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace sleave {

// The file's mark.
llvm::GlobalVariable* createEntered(llvm::Module& module);

void announceUntracked(llvm::Function& function, llvm::GlobalVariable* entered);

}  // namespace sleave
