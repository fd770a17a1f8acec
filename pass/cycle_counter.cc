#include "pass/cycle_counter.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "pass/hook_calls.h"

namespace sleave {

namespace {

bool readsCycleCounter(const llvm::IntrinsicInst& intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::readcyclecounter:
    case llvm::Intrinsic::x86_rdtsc:
    case llvm::Intrinsic::x86_rdtscp:
      return true;
    default:
      return false;
  }
}

void replace(llvm::IntrinsicInst& intrinsic) {
  HookBuilder builder(intrinsic);
  llvm::Value* result = callHook(builder, "__sleave_cycle_counter", builder.getInt64Ty(), {});
  if (intrinsic.getType()->isStructTy()) {
    llvm::Value* on_processor_0 = llvm::Constant::getNullValue(intrinsic.getType());
    result = builder.CreateInsertValue(on_processor_0, result, 0);
  }
  result->takeName(&intrinsic);
  intrinsic.replaceAllUsesWith(result);
  intrinsic.eraseFromParent();
}

}  // namespace

bool replaceCycleCounters(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!intrinsic || !readsCycleCounter(*intrinsic)) continue;
    replace(*intrinsic);
    changed = true;
  }
  return changed;
}

}  // namespace sleave
