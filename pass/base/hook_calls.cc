#include "pass/base/hook_calls.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

namespace sleave {

namespace {

// The C ABI of x86-64 lets a callee rely on small unsigned arguments being extended by the caller.
bool isExtended(const llvm::Type* type) { return type->isIntegerTy() && type->getIntegerBitWidth() < 32; }

llvm::AttributeList hookAttributes(llvm::LLVMContext& context, llvm::FunctionType* type) {
  llvm::AttributeList attributes;
  attributes = attributes.addFnAttribute(context, llvm::Attribute::NoUnwind);
  if (isExtended(type->getReturnType())) {
    attributes = attributes.addRetAttribute(context, llvm::Attribute::ZExt);
  }
  for (unsigned i = 0; i < type->getNumParams(); ++i) {
    if (isExtended(type->getParamType(i))) {
      attributes = attributes.addParamAttribute(context, i, llvm::Attribute::ZExt);
    }
  }
  return attributes;
}

}  // namespace

HookBuilder::HookBuilder(llvm::Instruction& instruction) : llvm::IRBuilder<>(&instruction) {
  llvm::DISubprogram* subprogram = instruction.getFunction()->getSubprogram();
  if (!instruction.getDebugLoc() && subprogram) {
    SetCurrentDebugLocation(llvm::DILocation::get(instruction.getContext(), 0, 0, subprogram));
  }
}

llvm::CallInst* callHook(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 6> parameters;
  for (llvm::Value* argument : arguments) parameters.push_back(argument->getType());
  llvm::FunctionType* type = llvm::FunctionType::get(result, parameters, /*isVarArg=*/false);

  llvm::LLVMContext& context = builder.getContext();
  llvm::AttributeList attributes = hookAttributes(context, type);
  llvm::Module* module = builder.GetInsertBlock()->getModule();
  llvm::CallInst* call = builder.CreateCall(module->getOrInsertFunction(name, type, attributes), arguments);
  call->setAttributes(attributes.addFnAttribute(context, llvm::Attribute::NoMerge));
  call->setTailCallKind(llvm::CallInst::TCK_NoTail);
  return call;
}

void announceAccess(llvm::IRBuilder<>& builder, bool writes, llvm::Value* address, llvm::Type* type) {
  llvm::StringRef operation = writes ? "write" : "read";
  llvm::TypeSize bytes = builder.GetInsertBlock()->getModule()->getDataLayout().getTypeStoreSize(type);
  if (!bytes.isScalable() && hasSizedHook(bytes.getFixedValue())) {
    callHook(builder, sizedHook(operation, bytes.getFixedValue()), builder.getVoidTy(), {address});
  } else if (!bytes.isZero()) {
    llvm::Value* count = builder.CreateTypeSize(builder.getInt64Ty(), bytes);
    callHook(builder, ("__sleave_" + operation + "_range").str(), builder.getVoidTy(), {address, count});
  }
}

std::string sizedHook(llvm::StringRef operation, uint64_t bytes) {
  return ("__sleave_" + operation + "_" + llvm::Twine(bytes)).str();
}

void markOwn(llvm::Instruction* access) {
  access->setMetadata(llvm::LLVMContext::MD_nosanitize, llvm::MDNode::get(access->getContext(), {}));
}

bool hasSizedHook(uint64_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16; }

}  // namespace sleave
