// Announces the C++ library's try_lock(). C++ lets it fail although the mutex is free; the function of pthread that it
// calls must not, and cannot know its caller once everything is inlined. So this runs first.
//
//   before:   define linkonce_odr i1 @_ZNSt5mutex8try_lockEv(ptr %this) {
//               %result = call i32 @pthread_mutex_trylock(ptr %this)
//   after:    define linkonce_odr i1 @_ZNSt5mutex8try_lockEv(ptr %this) {
//               call void @__sleave_weak_try()
//               %result = call i32 @pthread_mutex_trylock(ptr %this)
//
// A function that lives in a shared library is announced where it is called. try_acquire() of a semaphore, which may
// not come to its compare-exchange, withdraws what it announced when it returns.
#pragma once

#include <llvm/IR/PassManager.h>

namespace sleave {

class WeakTryPass : public llvm::PassInfoMixin<WeakTryPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace sleave
