// Data that the pass keeps about a function or a variable in a section of its own. It lives and dies with its owner: it
// is in the owner's comdat and linked to the owner's section (!associated), so that duplicate inline functions and
// --gc-sections drop both or none.
#pragma once

#include <llvm/IR/GlobalVariable.h>

namespace sleave {

// Ties `data` to `owner`. The sections are read as a whole, so link-time optimization keeps the data.
void associate(llvm::GlobalVariable* data, llvm::GlobalObject& owner);

}  // namespace sleave
