#include "pass/memory/no_speculation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace sleave {

bool forbidSpeculation(llvm::Module& module) {
  const auto has = [](const llvm::Function& function) {
    return function.hasFnAttribute(llvm::Attribute::SanitizeThread);
  };
  if (llvm::any_of(module, has)) return false;  // ThreadSanitizer's own build: it has chosen its functions
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr(
        llvm::Attribute::SanitizeThread);  // on all: those with and without are not inlined into each other
    changed = true;
  }
  return changed;
}

}  // namespace sleave
