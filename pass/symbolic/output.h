// Calls that print: what they are given leaves the program and does not come back.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace sleave {

// To the standard output or error stream, by stdio, if the result is unused, or by <iostream>.
bool isOutput(const llvm::CallBase& call);

}  // namespace sleave
