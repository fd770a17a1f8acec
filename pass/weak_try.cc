#include "pass/weak_try.h"

#include <llvm/IR/Module.h>

#include "pass/hook_calls.h"

namespace sleave {

namespace {

constexpr const char* kWeakTries[] = {
    "_ZNSt5mutex8try_lockEv",                  // std::mutex
    "_ZNSt15recursive_mutex8try_lockEv",       // std::recursive_mutex
    "_ZNSt11timed_mutex8try_lockEv",           // std::timed_mutex
    "_ZNSt21recursive_timed_mutex8try_lockEv"  // std::recursive_timed_mutex
};

bool announce(llvm::Module& module, const char* name) {
  llvm::Function* function = module.getFunction(name);
  if (!function || function->isDeclaration()) return false;
  HookBuilder builder(*function->getEntryBlock().getFirstInsertionPt());
  callHook(builder, "__sleave_weak_try", builder.getVoidTy(), {});
  return true;
}

}  // namespace

llvm::PreservedAnalyses WeakTryPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (const char* name : kWeakTries) changed |= announce(module, name);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace sleave
