// The pass: which functions of a module are instrumented, and in which order the transformations run.
//
// It runs when optimization has finished, so that only accesses the program really makes are announced, once for each
// module: the flag "sleave.instrumented" marks a module as done. With link-time optimization this is the compile step;
// the linked module inherits the flag and is left as it is.
#pragma once

#include <llvm/IR/PassManager.h>

namespace sleave {

class SleavePass : public llvm::PassInfoMixin<SleavePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

  // At -O0 and for optnone functions, too.
  static bool isRequired() { return true; }
};

}  // namespace sleave
