// Follows values that depend on the input through a function: which instruction is followed how.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace sleave {

// Whether the module is compiled for inputs: it asks for some itself, or the driver was called with -fsleave-inputs.
bool isForInputs(const llvm::Module& module);

void followInputs(llvm::Function& function);

}  // namespace sleave
