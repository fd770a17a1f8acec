#include "pass/atomics/spin_hint.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <string>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

std::string wordsOf(llvm::StringRef assembly) {
  llvm::SmallVector<llvm::StringRef, 4> words;
  llvm::SplitString(assembly, words, " \t\n\r;");
  return llvm::join(words, " ");
}

bool isSpinAssembly(const llvm::CallInst& call) {
  const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!assembly || !call.getType()->isVoidTy() || !call.arg_empty()) return false;
  std::string words = wordsOf(assembly->getAsmString());
  return words == "pause" || words == "rep nop";
}

bool isSpinHint(const llvm::CallInst& call) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  return intrinsic ? intrinsic->getIntrinsicID() == llvm::Intrinsic::x86_sse2_pause : isSpinAssembly(call);
}

}  // namespace

bool replaceSpinHints(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !isSpinHint(*call)) continue;
    HookBuilder builder(*call);
    callHook(builder, "__sleave_pause", builder.getVoidTy(), {});
    call->eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace sleave
