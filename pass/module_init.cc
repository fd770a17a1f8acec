#include "pass/module_init.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "abi/branches.h"
#include "abi/hooks.h"
#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

constexpr char kConstructor[] = "__sleave_module_ctor";

// Before every constructor of the program, which may already start threads.
constexpr int kPriority = 1;

llvm::GlobalVariable* sectionBound(llvm::Module& module, llvm::StringRef name) {
  auto* bound = new llvm::GlobalVariable(module, llvm::Type::getInt8Ty(module.getContext()), /*isConstant=*/false,
                                         llvm::GlobalValue::ExternalWeakLinkage, nullptr, name);
  bound->setVisibility(llvm::GlobalValue::HiddenVisibility);
  return bound;
}

}  // namespace

void addModuleConstructor(llvm::Module& module) {
  llvm::FunctionType* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
  // A symbol, if a hidden one: link-time optimization resolves comdats by their symbols.
  llvm::Function* constructor =
      llvm::Function::createWithDefaultAttr(type, llvm::GlobalValue::LinkOnceODRLinkage, 0, kConstructor, &module);
  constructor->setVisibility(llvm::GlobalValue::HiddenVisibility);
  constructor->addFnAttr(llvm::Attribute::NoUnwind);
  constructor->setComdat(module.getOrInsertComdat(kConstructor));

  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", constructor));
  callHook(
      builder, SLEAVE_MODULE_INIT_NAME, builder.getVoidTy(),
      {sectionBound(module, "__start_" SLEAVE_EDGE_SECTION), sectionBound(module, "__stop_" SLEAVE_EDGE_SECTION),
       sectionBound(module, "__start_" SLEAVE_CALLEE_SECTION), sectionBound(module, "__stop_" SLEAVE_CALLEE_SECTION),
       sectionBound(module, "__start_" SLEAVE_UNTRACKED_SECTION),
       sectionBound(module, "__stop_" SLEAVE_UNTRACKED_SECTION)});
  builder.CreateRetVoid();
  llvm::appendToGlobalCtors(module, constructor, kPriority, constructor);
}

}  // namespace sleave
