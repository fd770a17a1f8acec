#include "pass/base/associated_data.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace sleave {

namespace {

// Whether functions of this module may yet be inlined into others and dropped, with their data still in use. Clang
// sets these flags on everything it prepares for link-time optimization.
bool awaitsLinkTimeOptimization(const llvm::Module& module) {
  return module.getModuleFlag("ThinLTO") || module.getModuleFlag("EnableSplitLTOUnit");
}

}  // namespace

void associate(llvm::GlobalVariable* data, llvm::GlobalObject& owner) {
  llvm::Module& module = *owner.getParent();
  if (!awaitsLinkTimeOptimization(module)) {
    llvm::Metadata* tie = llvm::ValueAsMetadata::get(&owner);
    data->setComdat(owner.getComdat());
    data->addMetadata(llvm::LLVMContext::MD_associated, *llvm::MDNode::get(owner.getContext(), tie));
  }
  llvm::appendToCompilerUsed(module, {data});
}

}  // namespace sleave
