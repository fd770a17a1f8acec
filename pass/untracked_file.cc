#include "pass/untracked_file.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "pass/hook_calls.h"

namespace sleave {

llvm::GlobalVariable* createEntered(llvm::Module& module) {
  llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
  return new llvm::GlobalVariable(module, word, /*isConstant=*/false, llvm::GlobalValue::PrivateLinkage,
                                  llvm::ConstantInt::get(word, 0), "sleave.entered");
}

void announceUntracked(llvm::Function& function, llvm::GlobalVariable* entered) {
  llvm::BasicBlock::iterator place = function.getEntryBlock().getFirstInsertionPt();
  while (llvm::isa<llvm::AllocaInst>(*place)) ++place;
  HookBuilder builder(*place);
  llvm::LoadInst* before = builder.CreateLoad(builder.getInt64Ty(), entered);
  markOwn(before);
  llvm::MDNode* rarely = llvm::MDBuilder(function.getContext()).createBranchWeights(1, 1000);
  llvm::Instruction* then =
      llvm::SplitBlockAndInsertIfThen(builder.CreateIsNull(before), &*place, /*Unreachable=*/false, rarely);
  HookBuilder first(*then);
  first.SetCurrentDebugLocation(builder.getCurrentDebugLocation());
  callHook(first, "__sleave_untracked_entered", first.getVoidTy(), {entered});
}

}  // namespace sleave
