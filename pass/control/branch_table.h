// Describes a function's marks for the explorer (abi/branches.h): where the function is, which mark is which outcome of
// which branch, and which lines each mark covers. Nothing reads it while the program runs.
//
//   after:    @sleave.branches = private constant { i64, i64, i32 ... } section "__sleave_branches", !associated ptr @f
//
// An outcome whose block has no mark (it cannot be reached) is left out.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/GlobalVariable.h>

namespace sleave {

// `blocks[i]` has mark i of `marks`. The table goes where the marks go.
llvm::GlobalVariable* describeMarks(llvm::Function& function, llvm::GlobalVariable* marks,
                                    llvm::ArrayRef<llvm::BasicBlock*> blocks);

}  // namespace sleave
