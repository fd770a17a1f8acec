// Every LLVM call whose spelling changes between LLVM versions. The rest of the pass is written once; a new version is
// supported by widening llvm_version.cc.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/PassManager.h>

#include <functional>

namespace llvm {
class Function;
class PassBuilder;
class Value;
}  // namespace llvm

namespace sleave {

// Whether the object that `pointer` (an alloca, an argument or a call's result) names can be reached other than through
// this pointer: it was stored, returned, or given to a function that may keep it.
bool mayEscape(const llvm::Value* pointer);

// The function keeps no copy of the pointer that it is given as that argument.
void keepsNoPointer(llvm::Function& function, unsigned argument);

// What GEPOperator::collectOffset gives: each variable index and its scale.
#if LLVM_VERSION_MAJOR >= 20
using OffsetTerms = llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4>;
#else
using OffsetTerms = llvm::MapVector<llvm::Value*, llvm::APInt>;
#endif

// Calls `add` wherever a pipeline has finished optimizing: compilation at every -O level, and full link-time
// optimization.
void atEndOfOptimization(llvm::PassBuilder& builder, const std::function<void(llvm::ModulePassManager&)>& add);

// Calls `add` where the pipeline of a compilation begins, before anything is inlined.
void atBeginOfOptimization(llvm::PassBuilder& builder, const std::function<void(llvm::ModulePassManager&)>& add);

}  // namespace sleave
