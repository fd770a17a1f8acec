#include "pass/atomics/fence.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "pass/atomics/atomic_value.h"
#include "pass/base/hook_calls.h"

namespace sleave {

bool replaceFences(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction);
    if (!fence || fence->hasMetadata(llvm::LLVMContext::MD_nosanitize)) continue;
    bool for_signals = fence->getSyncScopeID() == llvm::SyncScope::SingleThread;
    HookBuilder builder(*fence);
    callHook(builder, for_signals ? "__sleave_signal_fence" : "__sleave_fence", builder.getVoidTy(),
             {orderArgument(builder, fence->getOrdering())});
    fence->eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace sleave
