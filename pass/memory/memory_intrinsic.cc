#include "pass/memory/memory_intrinsic.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

bool needsHook(const llvm::MemIntrinsic& intrinsic, const PrivateMemory& memory) {
  const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic);
  if (intrinsic.hasMetadata(llvm::LLVMContext::MD_nosanitize) || intrinsic.getDestAddressSpace() != 0) return false;
  if (transfer && transfer->getSourceAddressSpace() != 0) return false;
  bool reads_shared = transfer && !memory.isNeverWritten(transfer->getRawSource());
  return reads_shared || !memory.contains(intrinsic.getRawDest());
}

void replace(llvm::MemIntrinsic& intrinsic) {
  HookBuilder builder(intrinsic);
  llvm::Value* to = intrinsic.getRawDest();
  llvm::Value* bytes = builder.CreateZExtOrTrunc(intrinsic.getLength(), builder.getInt64Ty());
  if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic)) {
    llvm::StringRef hook = llvm::isa<llvm::MemMoveInst>(intrinsic) ? "__sleave_memmove" : "__sleave_memcpy";
    callHook(builder, hook, builder.getPtrTy(), {to, transfer->getRawSource(), bytes});
  } else {
    llvm::Value* value = builder.CreateZExt(llvm::cast<llvm::MemSetInst>(intrinsic).getValue(), builder.getInt32Ty());
    callHook(builder, "__sleave_memset", builder.getPtrTy(), {to, value, bytes});
  }
  intrinsic.eraseFromParent();
}

}  // namespace

bool replaceMemoryIntrinsics(llvm::Function& function, const PrivateMemory& memory) {
  llvm::SmallVector<llvm::MemIntrinsic*, 8> intrinsics;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    if (intrinsic && needsHook(*intrinsic, memory)) intrinsics.push_back(intrinsic);
  }
  for (llvm::MemIntrinsic* intrinsic : intrinsics) replace(*intrinsic);
  return !intrinsics.empty();
}

}  // namespace sleave
