#include "pass/calls/string_call.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

// The number of arguments of a function in the table; 0 if it is not there.
unsigned argumentsOf(llvm::StringRef name) {
  return llvm::StringSwitch<unsigned>(name)
#define SLEAVE_STRING_CALL(function, arguments) .Case(#function, arguments)
#include "abi/calls/string_calls.def"
#undef SLEAVE_STRING_CALL
      .Default(0);
}

}  // namespace

std::string stringHookOf(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!llvm::isa<llvm::CallInst>(call) || !callee || !callee->isDeclaration() || callee->isIntrinsic()) return {};
  if (callee->isVarArg() || call.isMustTailCall()) return {};
  const unsigned arguments = argumentsOf(callee->getName());
  return arguments != 0 && arguments == call.arg_size() ? ("__sleave_" + callee->getName()).str() : std::string();
}

bool isStringCall(llvm::StringRef name) { return argumentsOf(name) != 0; }

bool replaceStringCalls(llvm::Function& function) {
  llvm::SmallVector<llvm::CallInst*, 8> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && !stringHookOf(*call).empty()) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    HookBuilder builder(*call);
    const llvm::SmallVector<llvm::Value*, 3> arguments(call->args());
    call->replaceAllUsesWith(callHook(builder, stringHookOf(*call), call->getType(), arguments));
    call->eraseFromParent();
  }
  return !calls.empty();
}

}  // namespace sleave
