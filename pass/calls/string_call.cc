#include "pass/calls/string_call.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

// Of libraries that are not part of every program.
bool isGiven(llvm::StringRef name) { return name.starts_with("_Z") || name == "sqrt" || name == "sqrtf"; }

// The number of arguments of a function in the table; 0 if it is not there.
unsigned argumentsOf(llvm::StringRef name) {
  return llvm::StringSwitch<unsigned>(name)
#define SLEAVE_STRING_CALL(function, arguments) .Case(#function, arguments)
#include "abi/calls/string_calls.def"
#undef SLEAVE_STRING_CALL
      .Default(0);
}

// Only what these call may throw.
bool callsBack(llvm::StringRef name) { return name == "qsort" || name == "bsearch"; }

}  // namespace

std::string stringHookOf(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic()) return {};
  if (!llvm::isa<llvm::CallInst>(call) && !(llvm::isa<llvm::InvokeInst>(call) && callsBack(callee->getName())))
    return {};
  if (callee->isVarArg() || call.isMustTailCall()) return {};
  const unsigned arguments = argumentsOf(callee->getName());
  return arguments != 0 && arguments == call.arg_size() ? ("__sleave_" + callee->getName()).str() : std::string();
}

bool isStringCall(llvm::StringRef name) { return argumentsOf(name) != 0; }

// None of the others throws, whatever its declaration promises.
bool replaceStringInvokes(llvm::Function& function) {
  llvm::SmallVector<llvm::InvokeInst*, 8> invokes;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction);
    const llvm::Function* callee = invoke ? invoke->getCalledFunction() : nullptr;
    if (callee && callee->isDeclaration() && argumentsOf(callee->getName()) == invoke->arg_size() &&
        isStringCall(callee->getName()) && !callsBack(callee->getName())) {
      invokes.push_back(invoke);
    }
  }
  for (llvm::InvokeInst* invoke : invokes) llvm::changeToCall(invoke);
  return !invokes.empty();
}

bool replaceStringCalls(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*, 8> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && !stringHookOf(*call).empty()) calls.push_back(call);
  }
  for (llvm::CallBase* call : calls) {
    if (llvm::isa<llvm::InvokeInst>(call)) {
      const std::string hook = stringHookOf(*call);
      call->setCalledFunction(function.getParent()->getOrInsertFunction(hook, call->getFunctionType()));
      continue;
    }
    HookBuilder builder(*call);
    llvm::SmallVector<llvm::Value*, 4> arguments(call->args());
    if (isGiven(call->getCalledFunction()->getName())) arguments.push_back(call->getCalledOperand());
    call->replaceAllUsesWith(callHook(builder, stringHookOf(*call), call->getType(), arguments));
    call->eraseFromParent();
  }
  return !calls.empty();
}

}  // namespace sleave
