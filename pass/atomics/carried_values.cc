#include "pass/atomics/carried_values.h"

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

}  // namespace sleave
