#include "pass/calls/library_pointers.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "pass/calls/format_call.h"
#include "pass/calls/library_accesses.h"
#include "pass/calls/string_call.h"

namespace sleave {

namespace {

bool isAnnounced(const llvm::Function& function) {
  if (!function.isDeclaration() || function.isIntrinsic() || function.isVarArg()) return false;
  if (function.hasExternalWeakLinkage()) return false;  // whether it is there may be asked
  const llvm::StringRef name = function.getName();
  return accessesMemory(name) || isStringCall(name) || isFormatCall(name);
}

bool isCallee(const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call && call->isCallee(&use);
}

// Constants outlive what used them.
bool isPointer(const llvm::Use& use) {
  if (llvm::isa<llvm::GlobalValue>(use.getUser())) return true;
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(use.getUser())) return constant->isConstantUsed();
  return !isCallee(use);
}

llvm::Function* createCaller(llvm::Function& function) {
  auto* caller = llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::LinkOnceODRLinkage,
                                        function.getName() + ".sleave", *function.getParent());
  caller->setComdat(function.getParent()->getOrInsertComdat(caller->getName()));
  caller->setAttributes(function.getAttributes());
  caller->setCallingConv(function.getCallingConv());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "", caller));
  llvm::SmallVector<llvm::Value*, 4> arguments;
  for (llvm::Argument& argument : caller->args()) arguments.push_back(&argument);
  llvm::CallInst* call = builder.CreateCall(&function, arguments);
  call->setAttributes(function.getAttributes());
  call->setCallingConv(function.getCallingConv());
  if (call->getType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(call);
  }
  return caller;
}

}  // namespace

bool replaceLibraryPointers(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*, 8> functions;
  for (llvm::Function& function : module) {
    if (isAnnounced(function) && llvm::any_of(function.uses(), isPointer)) functions.push_back(&function);
  }
  for (llvm::Function* function : functions) {
    llvm::Function* caller = createCaller(*function);
    function->replaceUsesWithIf(caller, [](const llvm::Use& use) { return !isCallee(use); });
  }
  return !functions.empty();
}

}  // namespace sleave
