#include "pass/memory/masked_access.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "pass/base/hook_calls.h"

namespace sleave {

namespace {

struct MaskedAccess {
  llvm::IntrinsicInst* intrinsic;
  llvm::Value* address;  // a pointer to lane 0, or a vector with a pointer for each lane
  llvm::Value* mask;
  llvm::FixedVectorType* type;
  bool writes;
};

std::optional<MaskedAccess> maskedAccess(llvm::IntrinsicInst& intrinsic) {
  auto access = [&](bool writes) {
    unsigned first = writes ? 1 : 0;  // stores and scatters begin with the value; address, alignment, mask follow
    llvm::Type* type = writes ? intrinsic.getArgOperand(0)->getType() : intrinsic.getType();
    return MaskedAccess{&intrinsic, intrinsic.getArgOperand(first), intrinsic.getArgOperand(first + 2),
                        llvm::dyn_cast<llvm::FixedVectorType>(type), writes};
  };
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_gather:
      return access(false);
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_scatter:
      return access(true);
    default:
      return std::nullopt;
  }
}

bool needsHook(const MaskedAccess& access, const PrivateMemory& memory) {
  llvm::Type* address = access.address->getType();
  if (!access.type || address->getPointerAddressSpace() != 0) return false;
  if (access.intrinsic->hasMetadata(llvm::LLVMContext::MD_nosanitize)) return false;
  if (address->isVectorTy()) return true;
  return access.writes ? !memory.contains(access.address) : !memory.isNeverWritten(access.address);
}

// Where the hook of one lane goes: under a branch of its own, or null if the lane is off.
llvm::Instruction* positionOfLane(const MaskedAccess& access, uint64_t lane) {
  HookBuilder builder(*access.intrinsic);
  llvm::Value* on = builder.CreateExtractElement(access.mask, lane);
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(on)) return known->isZero() ? nullptr : access.intrinsic;
  return llvm::SplitBlockAndInsertIfThen(on, access.intrinsic, /*Unreachable=*/false);
}

void announceLane(const MaskedAccess& access, uint64_t lane) {
  llvm::Instruction* position = positionOfLane(access, lane);
  if (!position) return;
  HookBuilder builder(*position);
  builder.SetCurrentDebugLocation(HookBuilder(*access.intrinsic).getCurrentDebugLocation());
  llvm::Type* element = access.type->getElementType();
  llvm::Value* address = access.address->getType()->isVectorTy()
                             ? builder.CreateExtractElement(access.address, lane)
                             : builder.CreateConstInBoundsGEP1_64(element, access.address, lane);
  announceAccess(builder, access.writes, address, element);
}

}  // namespace

bool announceMaskedAccesses(llvm::Function& function, const PrivateMemory& memory) {
  llvm::SmallVector<MaskedAccess, 4> accesses;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!intrinsic) continue;
    std::optional<MaskedAccess> access = maskedAccess(*intrinsic);
    if (access && needsHook(*access, memory)) accesses.push_back(*access);
  }
  for (const MaskedAccess& access : accesses) {
    for (uint64_t lane = 0; lane < access.type->getNumElements(); ++lane) announceLane(access, lane);
  }
  return !accesses.empty();
}

}  // namespace sleave
