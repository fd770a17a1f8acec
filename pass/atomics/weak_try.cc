#include "pass/atomics/weak_try.h"

#include <llvm/IR/Module.h>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

// Of libstdc++, in headers: they end in one attempt of pthread's.
constexpr const char* kHeaderTries[] = {
    "_ZNSt5mutex8try_lockEv",                            // std::mutex
    "_ZNSt15recursive_mutex8try_lockEv",                 // std::recursive_mutex
    "_ZNSt11timed_mutex8try_lockEv",                     // std::timed_mutex
    "_ZNSt21recursive_timed_mutex8try_lockEv",           // std::recursive_timed_mutex
    "_ZNSt22__shared_mutex_pthread8try_lockEv",          // std::shared_mutex, std::shared_timed_mutex
    "_ZNSt22__shared_mutex_pthread15try_lock_sharedEv",  //
};

// Of libstdc++, in headers: a look at the counter, and, unless it is zero, one compare-exchange.
constexpr const char* kSemaphoreTries[] = {"_ZNSt18__atomic_semaphore14_M_try_acquireEv"};

// Of libc++, in its shared library, where nobody sees the attempt that they end in but the function of pthread. Its
// shared mutexes make none: they look at their state under a lock.
constexpr const char* kLibraryTries[] = {
    "_ZNSt3__15mutex8try_lockEv",                   // std::mutex
    "_ZNSt3__115recursive_mutex8try_lockEv",        // std::recursive_mutex
    "_ZNSt3__111timed_mutex8try_lockEv",            // std::timed_mutex
    "_ZNSt3__121recursive_timed_mutex8try_lockEv",  // std::recursive_timed_mutex
};

void callBefore(llvm::Instruction& instruction, const char* hook) {
  HookBuilder builder(instruction);
  callHook(builder, hook, builder.getVoidTy(), {});
}

bool announceBody(llvm::Module& module, const char* name) {
  llvm::Function* function = module.getFunction(name);
  if (!function || function->isDeclaration()) return false;
  callBefore(*function->getEntryBlock().getFirstInsertionPt(), "__sleave_weak_try");
  return true;
}

bool withdrawAtReturns(llvm::Module& module, const char* name) {
  llvm::Function* function = module.getFunction(name);
  if (!function || function->isDeclaration()) return false;
  for (llvm::BasicBlock& block : *function) {
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator()))
      callBefore(*block.getTerminator(), "__sleave_weak_try_over");
  }
  return true;
}

bool announceCalls(llvm::Module& module, const char* name) {
  llvm::Function* function = module.getFunction(name);
  if (!function) return false;
  bool changed = false;
  for (llvm::User* user : function->users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getCalledFunction() != function) continue;
    callBefore(*call, "__sleave_weak_try");
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses WeakTryPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (const char* name : kHeaderTries) changed |= announceBody(module, name);
  for (const char* name : kSemaphoreTries) changed |= announceBody(module, name) && withdrawAtReturns(module, name);
  for (const char* name : kLibraryTries) changed |= announceCalls(module, name);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace sleave
