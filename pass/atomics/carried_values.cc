#include "pass/atomics/carried_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>

#include <optional>

#include "pass/base/hook_calls.h"

namespace sleave {

bool canBeHashed(const llvm::PHINode& phi) {
  return phi.getType()->isPointerTy() || (phi.getType()->isIntegerTy() && phi.getType()->getIntegerBitWidth() <= 64);
}

llvm::Value* mixed(llvm::IRBuilder<>& builder, llvm::Value* hash, llvm::Value* value) {
  llvm::Type* word = builder.getInt64Ty();
  value = value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, word) : builder.CreateZExt(value, word);
  if (auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(value)) markOwn(number);
  hash = builder.CreateMul(builder.CreateXor(hash, value), builder.getInt64(0x9e3779b97f4a7c15));
  return builder.CreateXor(hash, builder.CreateLShr(hash, 29));
}

llvm::Value* hashOf(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> values) {
  llvm::Value* hash = builder.getInt64(0);
  for (llvm::Value* value : values) hash = mixed(builder, hash, value);
  return hash;
}

llvm::Type* slotType(const llvm::AllocaInst& slot) {
  const llvm::DataLayout& layout = slot.getModule()->getDataLayout();
  const std::optional<llvm::TypeSize> bytes = slot.getAllocationSize(layout);
  if (!slot.isStaticAlloca() || !bytes || bytes->isScalable() || bytes->getFixedValue() > 8) return nullptr;
  return llvm::Type::getIntNTy(slot.getContext(), static_cast<unsigned>(bytes->getFixedValue() * 8));
}

void announceArrival(llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> first, llvm::BasicBlock& header,
                     llvm::ArrayRef<llvm::BasicBlock*> latches, llvm::ArrayRef<llvm::AllocaInst*> slots) {
  llvm::SmallVector<llvm::Value*, 4> phis;
  for (llvm::PHINode& phi : header.phis()) phis.push_back(&phi);
  llvm::Type* flag = llvm::Type::getInt32Ty(header.getContext());
  auto* again = llvm::PHINode::Create(flag, 2, "sleave.again", header.begin());
  for (llvm::BasicBlock* from : llvm::predecessors(&header)) {
    again->addIncoming(llvm::ConstantInt::get(flag, llvm::is_contained(latches, from) ? 1 : 0), from);
  }
  HookBuilder builder(*header.getFirstInsertionPt());
  llvm::Value* state = hashOf(builder, phis);
  for (llvm::AllocaInst* slot : slots) {
    llvm::LoadInst* held = builder.CreateLoad(slotType(*slot), slot);
    markOwn(held);
    state = mixed(builder, state, held);
  }
  llvm::SmallVector<llvm::Value*, 4> arguments(first);
  arguments.push_back(again);
  arguments.push_back(state);
  callHook(builder, hook, builder.getVoidTy(), arguments);
}

}  // namespace sleave
